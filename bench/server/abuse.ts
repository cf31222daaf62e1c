/** What a stranger with an account, or without one, costs an honest person beside them. */
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Operation } from '#contract/batch.ts';
import { type Person, type Place, signUp, visit } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type Figure, mebibytes, median, milliseconds, p99 } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

const pageSize = 100;
const abuseMs = 15_000;
const calmMs = 5000;
const mebibyte = 1024 ** 2;

/** Begins to do it; what it returns ends it. */
type Abuse = (place: Place) => Promise<() => void>;

const abuses: Record<string, Abuse> = {
  'copies of copies, in batches and one by one': copyBombs,
  '800 folders 99 deep with long names, listed 8 at a time': deepListings,
  '250 multipart bodies of 8 MiB, half sent': halfSentBodies,
  '150 log-ins at once from 150 addresses, again and again': logIns,
  '300 downloads that nobody reads': unreadDownloads,
  'pictures of 49 megapixels, one after the other': largePictures,
};

export async function measureAbuse(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path, { settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    const honest = await signUp({ baseUrl: server.baseUrl });
    for (let i = 0; i < pageSize; i += 1) await uploadFile(honest, { name: `${i}.txt`, body: bytes(100, `${i}`) });
    const figures = [await beside('nobody', server, honest, [])];
    for (const [what, abuse] of Object.entries(abuses)) figures.push(await beside(what, server, honest, [abuse]));
    figures.push(await beside('all of them together', server, honest, Object.values(abuses)));
    return figures;
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** What the honest person notices while others do that, and the largest memory of the server. */
async function beside(what: string, server: ServerProcess, honest: Person, those: readonly Abuse[]): Promise<Figure> {
  const ends: (() => void)[] = [];
  // One after the other: what one of them prepares must not meet all the others at once.
  for (const abuse of those.toReversed()) ends.push(await abuse({ baseUrl: server.baseUrl }));
  const [pages, folders]: [number[], number[]] = [[], []];
  let failures = 0;
  let resident = 0;
  const until = performance.now() + abuseMs;
  for (let i = 0; performance.now() < until; i += 1) {
    failures += await timed(pages, () => honest.api.folders.children({ id: 'root', limit: pageSize }));
    if (i % 10 === 0)
      failures += await timed(folders, () => honest.api.folders.create({ name: `${what} ${i}`, parentId: null }));
    resident = Math.max(resident, await server.residentBytes());
    await pause(10);
  }
  for (const end of ends) end();
  await pause(calmMs);
  const times = `page of ${pageSize}: median ${milliseconds(median(pages))}, p99 ${milliseconds(p99(pages))}; new folder p99 ${milliseconds(p99(folders))}`;
  return { what: `beside ${what}`, value: `${times}; ${failures} failed; memory ${mebibytes(resident)}` };
}

async function timed(times: number[], call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  try {
    await call();
    return 0;
  } catch {
    return 1;
  } finally {
    times.push(performance.now() - began);
  }
}

/** Repeats work, whatever becomes of it, until the returned function is called. */
function again(work: (round: number) => Promise<unknown>): () => void {
  let isOver = false;
  void (async () => {
    for (let round = 0; !isOver; round += 1) await work(round).catch(() => pause(100));
  })();
  return () => {
    isOver = true;
  };
}

async function copyBombs(place: Place): Promise<() => void> {
  const person = await signUp(place);
  const end = again(async (round) => {
    const operations: Operation[] = [{ do: 'create-folder', name: `${round} 0`, parentId: null }];
    for (let level = 1, last = 0; level <= 15; level += 1) {
      const next = operations.length;
      operations.push({ do: 'create-folder', name: `${round} ${level}`, parentId: null });
      for (const name of ['one', 'two'])
        operations.push({ do: 'copy', id: { operation: last }, parentId: { operation: next }, name });
      last = next;
    }
    await person.api.batch({ operations });
  });
  const { id } = await person.api.folders.create({ name: 'Doubling', parentId: null });
  const endDoubling = again(async (round) => {
    await person.api.entries.copy({ id, parentId: null, name: `Copy ${round}` });
    const { folders } = await person.api.folders.children({ id: 'root', limit: 1000 });
    const copy = folders.find(({ name }) => name === `Copy ${round}`);
    if (copy) await person.api.entries.update({ id: copy.id, parentId: id });
  });
  return () => {
    end();
    endDoubling();
  };
}

async function deepListings(place: Place): Promise<() => void> {
  const person = await signUp(place);
  let parentId: string | null = null;
  for (let depth = 1; depth < 99; depth += 1)
    parentId = (await person.api.folders.create({ name: `${depth}`.padEnd(255, 'n'), parentId })).id;
  const id = parentId ?? '';
  for (let from = 0; from < 800; from += 100)
    await person.api.batch({
      operations: Array.from({ length: 100 }, (_, i) => ({ do: 'create-folder', name: `${from + i}`, parentId: id })),
    });
  const ends = Array.from({ length: 8 }, () => again(() => person.api.folders.children({ id, limit: 1000 })));
  return () => {
    for (const end of ends) end();
  };
}

async function halfSentBodies(place: Place): Promise<() => void> {
  const person = await signUp(place);
  const size = 8 * mebibyte;
  const connections = await Promise.all(
    Array.from({ length: 250 }, async (_, i) => {
      const connection = await openRawConnection(place);
      const head = `--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b\r\ncontent-type: text/plain\r\n\r\n`;
      connection.write(
        requestHead(`POST /api/objects/half-${i}.bin`, {
          cookie: person.cookie,
          origin: place.baseUrl,
          host: new URL(place.baseUrl).host,
          'content-type': 'multipart/related; boundary=b',
          'content-length': String(size),
        }),
      );
      connection.write(head);
      connection.write(bytes(size / 2));
      return connection;
    }),
  );
  return () => {
    for (const { end } of connections) end();
  };
}

async function logIns(place: Place): Promise<() => void> {
  const { email } = await signUp(place);
  return again(() =>
    Promise.all(
      Array.from({ length: 150 }, () =>
        visit(place)
          .account.logIn({ email, password: 'not the right one' })
          .catch(() => {}),
      ),
    ),
  );
}

async function unreadDownloads(place: Place): Promise<() => void> {
  const person = await signUp(place);
  const { url } = await uploadFile(person, { name: 'large.bin', body: bytes(32 * mebibyte) });
  const connections = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const connection = await openRawConnection(place);
      connection.socket.pause();
      connection.write(requestHead(`GET ${url}`, { cookie: person.cookie, host: new URL(place.baseUrl).host }));
      return connection;
    }),
  );
  return () => {
    for (const { end } of connections) end();
  };
}

async function largePictures(place: Place): Promise<() => void> {
  const person = await signUp(place);
  const create = { width: 7000, height: 7000, channels: 3 as const, background: 'red' };
  const picture = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  return again(async (round) => {
    // Other bytes each time, or there would be nothing to draw.
    const body = Buffer.concat([picture, Buffer.from(`${round}`)]);
    await uploadFile(person, { name: `${round}.avif`, contentType: 'image/avif', body });
    await pause(200);
  });
}
