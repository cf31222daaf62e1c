import { type Place, signUp } from '../client/build-account.ts';
import { openRawConnection, type RawConnection, requestHead } from '../client/raw-connection.ts';
import { uploadFile } from '../client/upload-file.ts';
import { bytes } from '../fixtures/bytes.ts';
import { patiently } from './patient-fetch.ts';
import type { Begin } from './strangers.ts';

const mebibyte = 1024 ** 2;
const bodyBytes = 8 * mebibyte;
/** A connection that the server has cut is opened again after this time. */
const againMs = 1000;

/** Half of each body is sent, and then nothing. */
export async function halfSentBodies(place: Place): Promise<Begin> {
  const { cookie } = await signUp(patiently(place));
  const half = bytes(bodyBytes / 2);
  return holdOpen(place, 250, (connection, i) => {
    connection.write(
      requestHead(`POST /api/objects/half-${i}.bin`, {
        cookie,
        origin: place.baseUrl,
        host: new URL(place.baseUrl).host,
        'content-type': 'multipart/related; boundary=b',
        'content-length': String(bodyBytes),
      }),
    );
    connection.write('--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b\r\ncontent-type: text/plain\r\n\r\n');
    connection.write(half);
  });
}

/** A file of 32 MiB, which is requested and not read. */
export async function unreadDownloads(place: Place): Promise<Begin> {
  const person = await signUp(patiently(place));
  const { url } = await uploadFile(person, { name: 'large.bin', body: bytes(32 * mebibyte) });
  return holdOpen(place, 300, (connection) => {
    connection.socket.pause();
    connection.write(requestHead(`GET ${url}`, { cookie: person.cookie, host: new URL(place.baseUrl).host }));
  });
}

/** Keeps so many connections open, each begun like that. */
function holdOpen(place: Place, count: number, send: (connection: RawConnection, i: number) => void): Begin {
  return () => {
    const open = new Set<RawConnection>();
    let isOver = false;
    for (let i = 0; i < count; i += 1) connectAgain(i, 0);
    return () => {
      isOver = true;
      for (const { end } of open) end();
    };

    async function connect(i: number): Promise<void> {
      const connection = await openRawConnection(place);
      if (isOver) return void connection.end();
      open.add(connection);
      send(connection, i);
      await connection.closed;
      open.delete(connection);
    }

    function connectAgain(i: number, afterMs: number): void {
      setTimeout(() => {
        if (isOver) return;
        void connect(i)
          .catch(() => {})
          .finally(() => connectAgain(i, againMs));
      }, afterMs);
    }
  };
}
