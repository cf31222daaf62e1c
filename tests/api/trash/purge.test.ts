import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { nameOf, trashOf } from '#tests/support/client/trash-of.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const large = 40_000;

describe('deleting for good', () => {
  let server: TestServer;
  let ada: Person;
  let bob: Person;
  let before = new Set<string>();
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
    before = new Set((await storedBlobs(server)).map(({ id }) => id));
  });
  const newBlobs = async () => (await storedBlobs(server)).filter(({ id }) => !before.has(id));

  const { folder, trashed, inTrash } = trashOf(() => ada);

  test('takes rows, bytes and room away, of all versions and all below', async () => {
    const tables = ['entries', 'versions', 'blobs', 'finished_uploads', 'download_tokens'];
    const countsOf = async () => {
      const counted = await Promise.all(tables.map((table) => query(server, `select count(*) as n from ${table}`)));
      return counted.map(([row]) => Number(row?.['n']));
    };
    const counts = await countsOf();
    const home = await folder('Home');
    const deep = await folder('Deep', await folder('Deeper', home));
    const body = (name: string) => bytes(large, name);
    await uploadFile(ada, { name: 'a.bin', body: body('a1'), folderId: deep });
    const file = await uploadFile(ada, { name: 'a.bin', body: body('a2'), folderId: deep });
    await ada.api.downloadTokens.create({ fileId: file.id });
    const stored = await uploadFile(ada, { name: 'stored.bin', body: body('stored') });
    await trashed(home);
    await ada.api.trash.remove({ id: home });

    expect(await roomOf(server, ada)).toEqual({ used: large, reserved: 0 });
    expect(await newBlobs()).toHaveLength(1);
    expect(await countsOf()).toEqual(counts.map((count, i) => count + (tables[i] === 'download_tokens' ? 0 : 1)));
    expect(await inTrash()).toEqual([]);
    await expect(ada.api.trash.remove({ id: home })).rejects.toMatchObject({ code: 'not-in-trash' });
    expect((await ada.fetch(file.url)).status).toBe(404);
    expect(sha256(await (await ada.fetch(stored.url)).arrayBuffer())).toBe(sha256(body('stored')));
  });

  test('leaves the content that another file shows, live or in Trash, until the last of them', async () => {
    const body = bytes(large, 'shared');
    const files = [];
    for (const name of ['one.bin', 'two.bin', 'three.bin']) files.push(await uploadFile(ada, { name, body }));
    const [one, two, three] = files;
    if (!one || !two || !three) throw new Error('Three files');
    for (const { id } of [one, two]) await trashed(id);
    await ada.api.trash.remove({ id: one.id });
    expect((await roomOf(server, ada)).used).toBe(large);
    await ada.api.entries.remove({ id: three.id });
    await ada.api.trash.remove({ id: three.id });
    expect((await roomOf(server, ada)).used).toBe(large);
    const { file } = await ada.api.trash.restore({ id: two.id });
    expect(sha256(await (await ada.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
    await trashed(two.id);
    await ada.api.trash.empty();
    expect(await roomOf(server, ada)).toEqual({ used: 0, reserved: 0 });
    expect(await newBlobs()).toEqual([]);
  });

  test('gives an upload into the folder up, with its room', async () => {
    const home = await folder('Home');
    const inner = await folder('Inner', home);
    const place = await tus(ada).place({ name: 'late.bin', length: large, folderId: inner });
    await tus(ada).send(place, 0, bytes(large / 2));
    await trashed(home);
    expect((await roomOf(server, ada)).reserved).toBe(large);
    await ada.api.trash.remove({ id: home });
    expect(await roomOf(server, ada)).toEqual({ used: 0, reserved: 0 });
    expect((await tus(ada).ask(place)).status).toBe(404);
    expect(await newBlobs()).toEqual([]);
  });

  test('keeps what was moved to Trash before its folder', async () => {
    const home = await folder('Home');
    const album = await folder('Album', home);
    await uploadFile(ada, { name: 'a.bin', body: bytes(large), folderId: album });
    await trashed(album);
    await trashed(home);
    await ada.api.trash.remove({ id: home });
    expect(await inTrash()).toEqual(['Album']);
    await ada.api.trash.restore({ id: album });
    expect((await ada.api.folders.children({ id: album })).files).toHaveLength(1);
  });

  test('emptying takes everything of one person and nothing of another', async () => {
    const theirs = await uploadFile(bob, { name: 'theirs.bin', body: bytes(large, 'same') });
    await bob.api.entries.remove({ id: theirs.id });
    const home = await folder('Home');
    await uploadFile(ada, { name: 'a.bin', body: bytes(large, 'same'), folderId: home });
    const stays = await folder('Stays');
    // More than one transaction takes.
    await ada.api.batch({
      operations: Array.from({ length: 250 }, (_, i) => [
        { do: 'create-folder' as const, name: `${i}`, parentId: home },
        { do: 'trash' as const, id: { operation: i * 2 } },
      ]).flat(),
    });
    await trashed(home);
    expect((await ada.api.trash.list({})).count).toBe(251);
    await ada.api.trash.empty();
    expect(await ada.api.trash.list({})).toMatchObject({ items: [], count: 0 });
    expect((await ada.api.folders.children({ id: 'root' })).folders.map(({ id }) => id)).toEqual([stays]);
    expect([await roomOf(server, ada), await roomOf(server, bob)]).toEqual([
      { used: 0, reserved: 0 },
      { used: large, reserved: 0 },
    ]);
    expect((await bob.api.trash.list({})).items.map(nameOf)).toEqual(['theirs.bin']);
    await ada.api.trash.empty();
  });

  test('tells every listener of each thing that left Trash', async () => {
    const ids = [await trashed(await folder('One')), await trashed(await folder('Two'))];
    const { revision } = await ada.api.trash.list({});
    await ada.api.trash.remove({ id: ids[0] ?? '' });
    await ada.api.trash.restore({ id: ids[1] ?? '' });
    const statement = `select entry_id from changes where account = '${ada.uid}' and revision > ${revision} order by revision`;
    expect((await query(server, statement)).map((row) => row['entry_id'])).toEqual(ids);
  });
});
