import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a pipe in the place of a file is damage, and nobody waits for it', async () => {
  const server = await startServer();
  const person = await signUp(server);
  server.expectLog(/A blob is damaged/);
  const body = bytes(90_000, 'whole');
  const whole = await uploadFile(person, { name: 'whole.bin', body });
  const file = await uploadFile(person, { name: 'pipe.bin', body: bytes(80_000) });
  const place = blobFile(server.dataFolder, await blobIdOf(server, file.url));
  await rm(place);
  execFileSync('mkfifo', [place]);
  // As many as the pool has threads: if one of them waited, no other file could be read.
  for (const response of await Promise.all([0, 1, 2, 3, 4, 5].map(() => person.fetch(file.url))))
    expect([response.status, (await response.json()).code]).toEqual([500, 'file-damaged']);
  expect(sha256(await (await person.fetch(whole.url)).arrayBuffer())).toBe(sha256(body));
});

test('an upload whose bytes became a pipe starts again', async () => {
  const server = await startServer();
  const person = await signUp(server);
  const location = await tus(person).place({ name: 'half.bin', length: 80_000, body: bytes(40_000) });
  const [upload] = await query(server, 'select blob_id from uploads');
  const place = blobFile(server.dataFolder, String(upload?.['blob_id']));
  await rm(place);
  execFileSync('mkfifo', [place]);
  const head = await person.fetch(location, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  expect(head.status).toBe(404);
});
