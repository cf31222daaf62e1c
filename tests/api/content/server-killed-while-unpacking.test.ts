import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { makeZip, manyMembers } from '#tests/support/fixtures/files/make-zip.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a server that is stopped or killed while it unpacks a zip goes on with it after a restart: each file is there once', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const long = Buffer.from(bytes(40_000_000, 'long'));
  const body = makeZip([
    ...manyMembers(1500),
    { name: 'long.bin', bytes: long, isStored: true },
    { name: 'last.txt', bytes: Buffer.from('last') },
  ]);
  const zip = await uploadFile(ada, { name: 'many.zip', body });
  const { id, folderId } = await ada.api.unpackings.begin({ id: zip.id });
  const now = () => ada.api.unpackings.get({ id });
  // Each time it may have come further than that already, up to its end: what counts is that everything is there once.
  await waitFor(async () => (await now()).entries.done > 0, { what: 'the first entries' });
  await server.restart();
  await waitFor(async () => (await now()).entries.done >= 900, { what: '900 entries' });
  await server.kill('SIGKILL');
  await server.restart();
  const isArriving = async () =>
    (await now()).entries.done > 1500 ||
    (await query(server, `select id from uploads where name = 'long.bin'`)).length > 0;
  await waitFor(isArriving, { what: 'the beginning of the large file' });
  await server.kill('SIGKILL');
  await server.restart();
  const ended = await untilEnded(ada, id);
  expect(ended).toMatchObject({ state: 'done', leftOut: { count: 0 }, entries: { done: 1502, total: 1502 } });
  expect(ended.bytes.done).toBe(ended.bytes.total);
  const files = await filesBelow(ada, folderId);
  expect(files.size).toBe(1502);
  expect([...files.values()].filter(({ version }) => version > 1)).toEqual([]);
  const response = await ada.fetch(files.get('long.bin')?.url ?? '');
  expect(sha256(await response.arrayBuffer())).toBe(sha256(long));
  expect((await roomOf(server, ada)).reserved).toBe(0);
});
