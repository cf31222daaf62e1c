import { expect, test } from 'vitest';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitUntilInTrouble, waitUntilReady } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { fillBytes, fillInodes, onOwnDisk } from './mounted.ts';
import { expectAllWell, expectReads, setScene, tryWrites } from './scene.ts';

const full = '507 disk-full';
const filesRefused = { smallFile: full, largeFile: full, object: full };

test('another program fills the disk: files are refused, what makes room continues, room heals it', async () => {
  const scene = await setScene(await startServer({ via: onOwnDisk('size=200m') }));
  const { person, server } = scene;
  const doomed = await person.api.folders.create({ name: 'Doomed', parentId: null });
  const free = fillBytes(server);

  expect(await tryWrites(scene)).toEqual({ ...filesRefused, folder: '201 done', logIn: '200 done' });
  await person.api.entries.remove({ id: doomed.id });
  await waitUntilInTrouble(server, 'disk-full');

  free();
  await waitUntilReady(server);
  await expectAllWell(scene);
});

test('it takes also what was stored for that: every write is refused, reads and sessions continue, room heals it', async () => {
  const scene = await setScene(await startServer({ via: onOwnDisk('size=200m') }));
  const frees = [fillBytes(scene.server)];
  // The server gives its reserve up at the next write; the other program is quicker than what comes then.
  await tryWrites(scene);
  frees.push(fillBytes(scene.server, 'outbox'));

  expect(await tryWrites(scene)).toEqual({ ...filesRefused, folder: full, logIn: full });
  await waitUntilInTrouble(scene.server, 'database-full', 'disk-full');
  await expectReads(scene);

  for (const free of frees) free();
  await waitUntilReady(scene.server);
  await expectAllWell(scene);
});

test('no file can be made any more: files that need one are refused, the rest continues', async () => {
  const scene = await setScene(await startServer({ via: onOwnDisk('size=200m,nr_inodes=2000') }));
  const free = fillInodes(scene.server);
  expect(await tryWrites(scene)).toEqual({
    folder: '201 done',
    smallFile: '201 done',
    largeFile: full,
    object: full,
    logIn: '200 done',
  });
  await waitUntilInTrouble(scene.server, 'disk-full');
  free();
  await waitUntilReady(scene.server);
});

test('only the disk of the files is full', async () => {
  const server = await startServer({ via: onOwnDisk('size=100m', 'blobs') });
  await server.restart();
  const scene = await setScene(server);
  const free = fillBytes(server, 'blobs');
  expect(await tryWrites(scene)).toEqual({ ...filesRefused, folder: '201 done', logIn: '200 done' });
  await waitUntilInTrouble(server, 'disk-full');
  free();
  await waitUntilReady(server);
});

test('uploads that meet a full disk resume from where they are when room returns', async () => {
  const scene = await setScene(await startServer({ via: onOwnDisk('size=240m') }));
  const { person, server } = scene;
  const bodies = Array.from({ length: 12 }, (_, i) => bytes(7_000_000, `upload ${i}`));
  const places = await Promise.all(
    bodies.map(({ length }, i) => tus(person).place({ name: `upload ${i}.bin`, length })),
  );
  const half = 3_500_000;
  const free = await sendFirstHalves();
  const stopped = await Promise.all(
    bodies.map((body, i) => tus(person).send(places[i] ?? '', half, body.subarray(half))),
  );
  for (const answer of stopped) expect([answer.status, (await answer.json()).code]).toEqual([507, 'disk-full']);
  await expectReads(scene);

  free();
  await waitUntilReady(server);
  await Promise.all(
    places.map(async (place, i) => {
      const body = bodies[i] as Uint8Array<ArrayBuffer>;
      const offset = await tus(person).offset(place);
      expect(offset).toBeGreaterThanOrEqual(half);
      const done = await tus(person).send(place, offset, body.subarray(offset));
      expect(done.status).toBe(204);
      const { file } = await person.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
      expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
    }),
  );

  async function sendFirstHalves() {
    for (const [i, place] of places.entries())
      await tus(person).send(place, 0, (bodies[i] as Uint8Array<ArrayBuffer>).subarray(0, half));
    return fillBytes(server);
  }
});
