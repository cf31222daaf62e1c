import { once } from 'node:events';
import { connect } from 'node:net';
import type { Place } from './build-account.ts';

export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>;

/** A connection on which a test says what no HTTP client would, or says nothing. */
export async function openRawConnection({ baseUrl }: Place) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  let receivedBytes = 0;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  // A reset is one of the ways to be cut.
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (received.length < maxKept) received += chunk.toString('latin1');
  });
  await once(socket, 'connect');
  return {
    socket,
    write: (text: string | Uint8Array) => void socket.write(text),
    /** Resolves when the server has cut it. */
    closed,
    isClosed: () => socket.closed,
    receivedBytes: () => receivedBytes,
    /** What came up to now, read as one answer. */
    answer() {
      const [head = '', body = ''] = received.split('\r\n\r\n', 2);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
      return { status, head, body, json: () => JSON.parse(body) as { code?: string } };
    },
    end: () => socket.destroy(),
  };
}

const maxKept = 100_000;

/** The text of a request head. */
export function requestHead(line: string, headers: Record<string, string>): string {
  const fields = Object.entries({ host: 'localhost', ...headers });
  return `${line} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
