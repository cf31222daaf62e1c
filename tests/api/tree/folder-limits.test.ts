import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxFolderDepth } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { seedFolders } from '#tests/support/database/seed-folders.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('folders', () => {
  let person: Person;
  let line: string[] = [];
  /** The folder that lies so deep. */
  const at = (depth: number) => line[depth - 1] ?? null;
  beforeAll(async () => {
    person = await signUp(server);
    line = await seedFolders(server, person, maxFolderDepth - 1);
  });

  test('can be nested as deep as the limit, and hold files there', async () => {
    const deepest = await person.api.folders.create({ name: 'Deepest', parentId: at(maxFolderDepth - 1) });
    expect(deepest.path).toHaveLength(maxFolderDepth - 1);
    await expect(person.api.folders.create({ name: 'Deeper', parentId: deepest.id })).rejects.toMatchObject({
      code: 'too-deep',
      status: 400,
    });
    expect(await uploadFile(person, { name: 'deep.txt', body: bytes(10), folderId: deepest.id })).toMatchObject({
      folderId: deepest.id,
    });
  });

  test('are moved only where all that they hold fits', async () => {
    const outer = await person.api.folders.create({ name: 'Outer', parentId: null });
    const inner = await person.api.folders.create({ name: 'Inner', parentId: outer.id });
    const move = (depth: number) => person.api.entries.update({ id: outer.id, parentId: at(depth) });
    await expect(move(maxFolderDepth - 1)).rejects.toMatchObject({ code: 'too-deep' });
    await move(maxFolderDepth - 2);
    const { folder } = await person.api.entries.get({ id: inner.id });
    expect(folder?.path).toHaveLength(maxFolderDepth - 1);
  });

  test('that lie deeper since before are read, renamed and filled, and get no more folders', async () => {
    const old = await signUp(server);
    const ids = await seedFolders(server, old, 900);
    const deepest = ids.at(-1) ?? '';
    await uploadFile(old, { name: 'old.txt', body: bytes(10), folderId: deepest });
    const { path, files } = await old.api.folders.children({ id: deepest });
    expect([path.length, files.map(({ name }) => name)]).toEqual([900, ['old.txt']]);
    expect((await old.api.entries.update({ id: deepest, name: 'Renamed' })).folder?.path).toHaveLength(899);
    await expect(old.api.folders.create({ name: 'Deeper', parentId: deepest })).rejects.toMatchObject({
      code: 'too-deep',
    });
    await expect(old.api.entries.copy({ id: ids[0] ?? '', parentId: null })).rejects.toMatchObject({
      code: 'too-deep',
    });
    expect((await old.api.folders.children({ id: 'root' })).folders).toHaveLength(1);
  });

  test('and files are as many as the account may have, with earlier versions and what is in Trash', async () => {
    const full = await signUp(server);
    const folder = await full.api.folders.create({ name: 'One', parentId: null });
    const file = await uploadFile(full, { name: 'two.txt', body: bytes(10), folderId: folder.id });
    await query(server, `update accounts set quota_entries = 3 where user_id = '${full.uid}'`);
    const refusal = { code: 'too-many-entries', status: 402, data: { max: 3 } };
    await expect(full.api.entries.copy({ id: folder.id, parentId: null })).rejects.toMatchObject(refusal);
    await full.api.entries.copy({ id: file.id, parentId: null });
    await expect(full.api.folders.create({ name: 'Four', parentId: null })).rejects.toMatchObject(refusal);
    await expect(uploadFile(full, { name: 'four.txt', body: bytes(20) })).rejects.toThrow('cannot hold more');
    // A further version is counted, whichever way it comes.
    const put = (body: string) => full.fetch('/api/objects/One/two.txt', { method: 'PUT', body });
    expect((await put('more')).status).toBe(402);
    await expect(uploadFile(full, { name: 'two.txt', body: bytes(20), folderId: folder.id })).rejects.toThrow(
      'and versions',
    );
    await query(server, `update accounts set quota_entries = 4 where user_id = '${full.uid}'`);
    const more = await put('more');
    expect(more.status).toBe(200);
    const { versions } = await full.api.versions.list({ id: file.id });
    expect(versions).toHaveLength(2);
    const earlier = { id: file.id, versionId: versions[1]?.id ?? '' };
    await expect(full.api.versions.restore(earlier)).rejects.toMatchObject({ code: 'too-many-entries' });
    const sum = createHash('sha256').update(bytes(10)).digest('hex');
    const reused = { name: 'two.txt', folderId: folder.id, size: 10, sha256: sum };
    await expect(full.api.files.reuse(reused)).rejects.toMatchObject({ code: 'too-many-entries' });
    // So is the earlier content that an undo brings back as a version of its own.
    const undo = () => full.api.undo({ operationId: more.headers.get('keepsake-operation-id') ?? '' });
    await expect(undo()).rejects.toMatchObject({ code: 'too-many-entries', status: 402, data: { max: 4 } });
    const held = async () => (await full.api.versions.list({ id: file.id })).versions.map(({ size }) => size);
    expect(await held()).toEqual([4, 10]);
    await query(server, `update accounts set quota_entries = 5 where user_id = '${full.uid}'`);
    await undo();
    expect([await held(), (await put('again')).status]).toEqual([[10, 4, 10], 402]);
    await full.api.versions.remove(earlier);
    await query(server, `update accounts set quota_entries = 3 where user_id = '${full.uid}'`);
    await full.api.entries.remove({ id: folder.id });
    await expect(full.api.folders.create({ name: 'Four', parentId: null })).rejects.toMatchObject(refusal);
    await full.api.trash.empty();
    await full.api.folders.create({ name: 'Two', parentId: null });
    await full.api.folders.create({ name: 'Three', parentId: null });
    await expect(full.api.folders.create({ name: 'Four', parentId: null })).rejects.toMatchObject(refusal);
  });

  test('are not made on the way to an object that would lie deeper', async () => {
    const other = await signUp(server);
    const path = `${'a/'.repeat(maxFolderDepth + 1)}x.txt`;
    const refused = await other.fetch(`/api/objects/${path}?createFolders=true`, { method: 'PUT', body: 'x' });
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'too-deep']);
    expect((await other.api.folders.children({ id: 'root' })).folders).toEqual([]);
  });
});
