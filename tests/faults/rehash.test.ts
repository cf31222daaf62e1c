import { createHash } from 'node:crypto';
import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { placeOf } from '#tests/support/database/stored-bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const mebibyte = 1024 ** 2;
const length = 1120 * mebibyte + 5;
const grown = 1088 * mebibyte;
/** What a server reads beside the blob while it finishes an upload. */
const besides = 16 * mebibyte;

test('a server that is killed in the middle of a large upload reads again only what it had not hashed', async () => {
  const server = await startServer();
  const person = await signUp(server);
  const place = await tus(person).place({ name: 'large.bin', length });
  const [begun] = await query(server, 'select blob_id from uploads');
  const id = String(begun?.['blob_id']);
  await tus(person).send(place, 0, new Uint8Array(2 * mebibyte));
  await server.stop();
  // Zeros as if they had been sent, without the time that it takes.
  await truncate(placeOf(server, id), grown);
  await server.restart();

  const sent = await tus(person).send(place, grown, new Uint8Array(2 * mebibyte));
  expect(sent.status).toBe(204);
  const before = await waitFor(
    async () => ((await noted(server, id)) > 700 * mebibyte ? noted(server, id) : undefined),
    {
      what: 'most of the blob to be hashed',
    },
  );
  await server.kill('SIGKILL');
  await server.restart();

  const readBefore = await bytesRead(server);
  const offset = await tus(person).offset(place);
  expect(offset).toBe(grown + 2 * mebibyte);
  const end = await tus(person).send(place, offset, new Uint8Array(length - offset));
  const { sha256 } = await person.api.files.integrity({ id: end.headers.get('keepsake-file') ?? '' });
  expect(sha256).toBe(sha256OfZeros());
  const read = (await bytesRead(server)) - readBefore;
  console.log(
    `rehash: of ${length} bytes ${before} were noted as hashed, ${read} were read or received after the kill`,
  );
  expect(read).toBeLessThan(length - before + (length - offset) + besides);
  expect(await readdir(join(server.dataFolder, 'blobs', '.hashing'))).toEqual([]);
});

/** How many bytes of a blob are noted as hashed; 0 while there is no note. */
async function noted(server: TestServer, id: string): Promise<number> {
  const note = await readFile(join(server.dataFolder, 'blobs', '.hashing', id), 'latin1').catch(() => '');
  return Number(/"hashed":(\d+)/.exec(note)?.[1] ?? 0);
}

/** Bytes that the server process has read, of files and sockets (proc(5), /proc/pid/io). */
async function bytesRead({ pid }: TestServer): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

function sha256OfZeros(): string {
  const hash = createHash('sha256');
  for (let rest = length; rest > 0; rest -= mebibyte) hash.update(Buffer.alloc(Math.min(rest, mebibyte)));
  return hash.digest('hex');
}
