import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { growTree } from '#tests/support/client/large-tree.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

test('a server that is killed while it deletes a folder of thousands: the folder is gone, and the next start takes the rest', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const stored = await uploadFile(ada, { name: 'stored.txt', body: bytes(20_000, 'stored') });
  const { id, count } = await growTree(ada, { wide: 600, levels: 2, times: 3 });
  const entries = async () => Number((await query(server, 'select count(*) as n from entries'))[0]?.['n']);
  await ada.api.entries.remove({ id });
  ada.api.trash.remove({ id }).catch(() => {});
  const left = await waitFor(async () => (await entries()) <= count && (await entries()), {
    what: 'the first rows to go',
  });
  await server.kill('SIGKILL');
  // Nothing of it can be seen, whatever is left: on a busy machine that may be nothing.
  expect(left).toBeGreaterThanOrEqual(1);
  await server.restart();
  expect((await ada.api.trash.list({})).items).toEqual([]);
  await expect(ada.api.trash.restore({ id })).rejects.toMatchObject({ code: 'not-in-trash' });
  await waitFor(async () => (await entries()) === 1, { what: 'the rest to go' });
  await waitFor(async () => (await roomOf(server, ada)).used === stored.size, { what: 'the room to be free' });
  expect((await ada.fetch(stored.url)).status).toBe(200);
});

test('a folder of thousands, wide and deep, is copied and deleted whole, while others are served', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const bob = await signUp(server);
  const { id, count } = await growTree(ada, { wide: 1050, levels: 2, times: 2 });
  const entries = async () => Number((await query(server, 'select count(*) as n from entries'))[0]?.['n']);
  expect(await entries()).toBe(count);
  const before = await roomOf(server, ada);

  const copying = ada.api.entries.copy({ id, parentId: null });
  await bob.api.folders.create({ name: 'Meanwhile', parentId: null });
  const { folder } = await copying;
  const { folder: original } = await ada.api.folders.children({ id });
  expect(folder?.contents).toEqual(original.contents);
  expect(original.contents.folders + original.contents.files).toBe(count - 1);
  expect(await entries()).toBe(2 * count + 1);
  expect(await roomOf(server, ada)).toEqual(before);
  await expectLeaves(folder?.id ?? '');

  await ada.api.entries.remove({ id });
  await ada.api.trash.remove({ id });
  expect(await entries()).toBe(count + 1);
  expect(await roomOf(server, ada)).toEqual(before);
  await expectLeaves(folder?.id ?? '');
  await ada.api.entries.remove({ id: folder?.id ?? '' });
  await ada.api.trash.empty();
  expect(await entries()).toBe(1);
  expect(await query(server, 'select count(*) as n from versions')).toEqual([{ n: 0 }]);
  expect(await roomOf(server, ada)).toEqual({ used: 0, reserved: 0 });

  /** Down to the bottom everything is there, in the order of the originals. */
  async function expectLeaves(top: string): Promise<void> {
    let at = top;
    for (let level = 2; level > 0; level -= 1) {
      const { folders } = await ada.api.folders.children({ id: at });
      expect(folders.map(({ name }) => name).toSorted()).toEqual([`Level ${level - 1}`, `Level ${level - 1} (copy)`]);
      at = folders[0]?.id ?? '';
    }
    const { files, nextCursor } = await ada.api.folders.children({ id: at, limit: 1000 });
    const rest = await ada.api.folders.children({ id: at, limit: 1000, cursor: nextCursor ?? '' });
    const names = [...files, ...rest.files].map(({ name }) => name);
    expect(names).toEqual(['leaf.txt', ...Array.from({ length: 1049 }, (_, i) => `leaf ${i + 1}.txt`)]);
  }
});

describe('a copy in steps', () => {
  let server: TestServer;
  let ada: Person;
  let original: { id: string; count: number };
  const entries = async () => Number((await query(server, 'select count(*) as n from entries'))[0]?.['n']);
  const isUnderWay = async () =>
    (await query(server, 'select count(*) as n from entries where trashed_at = -1'))[0]?.['n'] === 1;
  const names = async () => (await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name);
  beforeAll(async () => {
    server = await startServer();
    ada = await signUp(server);
    original = await growTree(ada, { wide: 900, levels: 1, times: 6 });
  });

  test('is not to be seen before it is complete, and a second one has to wait for it', async () => {
    const copying = ada.api.entries.copy({ id: original.id, parentId: null, name: 'Copy' });
    await waitFor(isUnderWay, { what: 'the copy to begin' });
    const second = ada.api.entries.copy({ id: original.id, parentId: null });
    second.catch(() => {});
    expect(await names()).toEqual(['Level 1']);
    expect((await ada.api.trash.list({})).items).toEqual([]);
    await expect(second).rejects.toMatchObject({ code: 'too-many-requests' });
    // A star is not copied, so that it makes no other copy.
    const { folders } = await ada.api.folders.children({ id: original.id });
    await ada.api.entries.update({ id: folders[0]?.id ?? '', starred: true });
    const { folder } = await copying;
    expect(await names()).toEqual(['Level 1', 'Copy']);
    expect(await entries()).toBe(2 * original.count);
    await ada.api.entries.remove({ id: folder?.id ?? '' });
    await ada.api.trash.empty();
  });

  test('is taken back when the original changes meanwhile', async () => {
    const { folders } = await ada.api.folders.children({ id: original.id });
    const id = folders.at(-1)?.id ?? '';
    const copying = ada.api.entries.copy({ id: original.id, parentId: null });
    copying.catch(() => {});
    await waitFor(isUnderWay, { what: 'the copy to begin' });
    await ada.api.entries.remove({ id });
    await expect(copying).rejects.toMatchObject({ code: 'changed-meanwhile', status: 409 });
    expect(await names()).toEqual(['Level 1']);
    expect(await entries()).toBe(original.count);
    await ada.api.trash.restore({ id });
  });

  test('leaves nothing behind when its place is gone in the end', async () => {
    const target = await ada.api.folders.create({ name: 'Target', parentId: null });
    const before = await entries();
    const copying = ada.api.entries.copy({ id: original.id, parentId: target.id });
    copying.catch(() => {});
    await waitFor(isUnderWay, { what: 'the copy to begin' });
    await ada.api.entries.remove({ id: target.id });
    await expect(copying).rejects.toMatchObject({ code: 'folder-not-found' });
    expect(await entries()).toBe(before);
  });
});
