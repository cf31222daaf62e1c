import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const megabyte = 1_000_000;

/** Runs the server in a mount namespace of its own, where the data folder is a memory disk of 120 MiB. */
const onSmallDisk = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=120m none "$KEEPSAKE_DATA" && exec "$@"',
  'sh',
];

test('a full disk is answered with 507, nothing is half made, and it continues when there is room again', async () => {
  const server = await startServer({ via: onSmallDisk });
  const person = await signUp({ baseUrl: server.baseUrl });
  const folder = await person.api.folders.create({ name: 'Full', parentId: null });
  const stored = await uploadFile(person, { name: 'stored.bin', body: bytes(megabyte), folderId: folder.id });

  // What cannot fit is refused before the first byte.
  const tooLarge = await tus(person).begin({ name: 'huge.bin', length: 100 * megabyte, folderId: folder.id });
  expect([tooLarge.status, (await tooLarge.json()).code]).toEqual([507, 'disk-full']);

  // Each of these would fit alone; together they do not.
  const body = bytes(36 * megabyte, 'full');
  const places = await Promise.all(
    ['one', 'two'].map((name) => tus(person).place({ name, length: body.length, folderId: folder.id })),
  );
  const [one = '', two = ''] = places;
  await tus(person).send(one, 0, body.subarray(0, 35 * megabyte));
  const refused = await tus(person).send(two, 0, body);
  expect([refused.status, (await refused.json()).code]).toEqual([507, 'disk-full']);

  // Reading, naming and deleting continue, and nothing half-made shows.
  const { files } = await person.api.folders.children({ id: folder.id });
  expect(files).toEqual([stored]);
  expect(sha256(await (await person.fetch(stored.url)).arrayBuffer())).toBe(sha256(bytes(megabyte)));
  await person.api.folders.create({ name: 'Still works', parentId: folder.id });

  await tus(person).giveUp(one);
  const offset = await tus(person).offset(two);
  const done = await tus(person).send(two, offset, body.subarray(offset));
  expect(done.status).toBe(204);
  const { file } = await person.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
  expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
});
