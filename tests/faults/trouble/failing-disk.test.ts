import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tus } from '#tests/support/client/tus.ts';
import { blobFiles } from '#tests/support/database/blob-files.ts';
import { blobFile } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { readHealth, waitUntilInTrouble, waitUntilReady } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { failCalls } from './failing-calls.ts';
import { onOwnDisk, remount } from './mounted.ts';
import { expectAllWell, expectReads, setScene, tryWrites } from './scene.ts';

const refused = '503 unavailable';
const syncs = ['fsync', 'fdatasync'];

test('every sync fails: nothing is acknowledged, reads continue, and it recovers by itself', async () => {
  const scene = await setScene(await startServer());
  const { person, server } = scene;
  const place = await tus(person).place({ name: 'given up.bin', length: 200 });
  await tus(person).send(place, 0, bytes(100));

  const fault = await failCalls(server, syncs, 'error=EIO');
  const answer = await tus(person).send(place, 100, bytes(100));
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
  const outcomes = await tryWrites(scene);
  expect(outcomes).toEqual({
    folder: refused,
    smallFile: refused,
    largeFile: refused,
    object: refused,
    logIn: refused,
  });
  await waitUntilInTrouble(server, 'database-failing', 'disk-failing');
  await expectReads(scene);
  expect(fault.failed()).toBeGreaterThan(5);
  await fault.end();

  await waitUntilReady(server);
  // Its file is not taken for whole again.
  expect((await tus(person).ask(place)).status).toBe(404);
  await expectAllWell(scene);
  await expectSound(scene.server.dataFolder);
  await server.restart();
  await expectReads(scene);
});

test('one sync of a file fails: the upload starts again, and nothing else is concerned', async () => {
  const scene = await setScene(await startServer());
  const { person, server } = scene;
  const place = await tus(person).place({ name: 'once.bin', length: 200 });
  const [upload] = await query(server, 'select blob_id from uploads');
  const file = blobFile(server.dataFolder, String(upload?.['blob_id']));

  const fault = await failCalls(server, syncs, 'error=EIO:when=1', file);
  const answer = await tus(person).send(place, 0, bytes(200));
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
  expect((await tus(person).ask(place)).status).toBe(404);
  expect(await blobFiles(server.dataFolder)).not.toContain(file);
  await expectAllWell(scene);
  await fault.end();
  await expectSound(server.dataFolder);
});

test('the disk of the database takes no writes: nothing is acknowledged, and it recovers by itself', async () => {
  const scene = await setScene(await startServer());
  const fault = await failCalls(scene.server, ['pwrite64'], 'error=EROFS');
  expect(await tryWrites(scene)).toMatchObject({ folder: refused, smallFile: refused, logIn: refused });
  expect(await readHealth(scene.server)).toMatchObject({ httpStatus: 503 });
  await expectReads(scene);
  await fault.end();
  await waitUntilReady(scene.server);
  await expectAllWell(scene);
  await expectSound(scene.server.dataFolder);
});

test('the disk of the files turns read-only and back: nothing is acknowledged, and it recovers by itself', async () => {
  const server = await startServer({ via: onOwnDisk('size=200m', 'blobs') });
  await server.restart();
  const scene = await setScene(server);
  const { person } = scene;
  const body = bytes(200_000);
  const place = await tus(person).place({ name: 'resumed.bin', length: body.length });
  await tus(person).send(place, 0, body.subarray(0, 100_000));

  remount(server, 'blobs', 'ro');
  const answer = await tus(person).send(place, 100_000, body.subarray(100_000));
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
  expect(await tryWrites(scene)).toMatchObject({ folder: '201 done', largeFile: refused, object: refused });
  await waitUntilInTrouble(server, 'disk-read-only');
  await expectReads(scene);

  remount(server, 'blobs', 'rw');
  await waitUntilReady(server);
  const offset = await tus(person).offset(place);
  const done = await tus(person).send(place, offset, body.subarray(offset));
  const { file } = await person.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
  expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  scene.acknowledged.add('resumed.bin');
  await expectAllWell(scene);
});

/** The database has no fault that SQLite can find. */
async function expectSound(dataFolder: string): Promise<void> {
  const connection = new SqliteDatabase(join(dataFolder, 'keepsake.db'), { readonly: true });
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  connection.close();
}
