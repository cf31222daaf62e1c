import { beforeAll, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { unpackAll, untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { limitQuota } from '#tests/support/database/limit-quota.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/files/make-zip.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const time = Date.UTC(2014, 6, 5, 4, 3, 2);
const dosTime = Date.UTC(2001, 1, 3, 4, 5, 6);
const text = Buffer.from('as it was packed, as it was packed, as it was packed');
const film = Buffer.from(bytes(6_000_000, 'film'));
const book = Buffer.alloc(3_000_000, 'a book that says the same again and again ');

describe('a zip that is unpacked', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  test('becomes a folder beside it, with its times; what is unsafe or cannot be read is left out and told', async () => {
    const { id: folderId } = await ada.api.folders.create({ name: 'Attic', parentId: null });
    await ada.api.folders.create({ name: 'Summer', parentId: folderId });
    const zip = await upload('Summer.zip', folderId, [
      { name: 'Summer/' },
      { name: 'Summer/a.txt', bytes: text, modifiedAt: time },
      { name: 'Summer/a.txt', bytes: Buffer.from('another one') },
      { name: 'Summer/A.TXT', bytes: text },
      { name: 'Summer/deep\\er/film.mp4', bytes: film, isStored: true, modifiedAt: time },
      { name: 'Summer/deep/book.txt', bytes: book, hasDescriptor: true },
      { name: 'Summer/nothing in it/' },
      { name: 'Summer/empty.txt' },
      { name: 'Summer/deep', bytes: text },
      { name: '__MACOSX/Summer/._a.txt', bytes: text },
      { name: 'Summer/../../out.txt', bytes: text },
      { name: '/etc/passwd', bytes: text },
      { name: 'C:\\boot.ini', bytes: text },
      { name: 'Summer/\0.txt', bytes: text },
      { name: `Summer/${'x'.repeat(300)}`, bytes: text },
      { name: `Summer/${'d/'.repeat(120)}deep.txt`, bytes: text },
      { name: `Summer/${'d/'.repeat(98)}deep.txt`, bytes: text },
      { name: 'Summer/link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
      { name: 'Summer/locked.txt', bytes: text, flags: 1 },
      { name: 'Summer/odd.txt', bytes: text, isStored: true, says: { method: 14 } },
      { name: 'Summer/lying.txt', bytes: text, says: { size: 10 } },
      { name: 'Summer/torn.mp4', bytes: film, says: { crc32: 1 } },
    ]);
    const before = await roomOf(server, ada);
    const begun = await ada.api.unpackings.begin({ id: zip.id });
    expect(begun).toMatchObject({ fileId: zip.id, name: 'Summer.zip', state: 'running', operationId: null });
    const ended = await untilEnded(ada, begun.id);
    expect(ended).toMatchObject({ state: 'done', error: null, entries: { done: 22, total: 22 } });
    expect(ended.bytes.done).toBe(ended.bytes.total);
    expect(ended.leftOut.first.map(({ path, why, method }) => [path, why, method])).toEqual([
      ['Summer/../../out.txt', 'unsafe-path', null],
      ['/etc/passwd', 'unsafe-path', null],
      ['C:/boot.ini', 'unsafe-path', null],
      ['Summer/\0.txt', 'unsafe-path', null],
      [`Summer/${'x'.repeat(300)}`, 'invalid-name', null],
      [`Summer/${'d/'.repeat(120)}deep.txt`, 'too-deep', null],
      ['Summer/link', 'link', null],
      ['Summer/locked.txt', 'encrypted', null],
      ['Summer/odd.txt', 'method', 'LZMA'],
      ['Summer/lying.txt', 'damaged', null],
      ['Summer/torn.mp4', 'damaged', null],
    ]);
    expect(ended.leftOut.count).toBe(11);

    const { folder } = await ada.api.entries.get({ id: ended.folderId });
    expect(folder).toMatchObject({ name: 'Summer (2)', parentId: folderId });
    const files = await filesBelow(ada, ended.folderId);
    const isDeep = ([path]: [string, File]) => path.startsWith('d/');
    const found = [...files].filter((one) => !isDeep(one)).map(([path, file]) => [path, file.modifiedAt]);
    expect(Object.fromEntries(found)).toEqual({
      'A.TXT': dosTime,
      'a (2).txt': dosTime,
      'a.txt': time,
      'deep (2)': dosTime,
      'deep/book.txt': dosTime,
      'deep/er/film.mp4': time,
      'empty.txt': dosTime,
    });
    expect([...files].filter(isDeep)).toHaveLength(1);
    for (const [path, body] of [
      ['a.txt', text],
      ['deep/er/film.mp4', film],
      ['deep/book.txt', book],
    ] as const) {
      const response = await ada.fetch(files.get(path)?.url ?? '');
      expect([path, sha256(await response.arrayBuffer())]).toEqual([path, sha256(body)]);
    }
    expect((await ada.api.folders.children({ id: ended.folderId })).folders.map(({ name }) => name)).toContain(
      'nothing in it',
    );
    const after = await roomOf(server, ada);
    expect(after.reserved).toBe(before.reserved);

    await ada.api.undo({ operationId: ended.operationId ?? '' });
    const left = await ada.api.folders.children({ id: folderId });
    expect(left.folders.map(({ name }) => name)).toEqual(['Summer']);
    await expect(ada.api.unpackings.list()).resolves.toEqual({ unpackings: [] });
  });

  test.each<[string, Buffer, string]>([
    ['no zip', Buffer.from(bytes(100_000)), 'zip-invalid'],
    ['a zip that was cut off', makeZip([{ name: 'a', bytes: text }]).subarray(0, -9), 'zip-invalid'],
    [
      'one whose files overlap',
      makeZip([
        { name: 'a', bytes: text },
        { name: 'b', bytes: text, says: { offset: 0 } },
      ]),
      'zip-unsafe',
    ],
    ['a bomb', makeZip([{ name: 'a', bytes: text, says: { size: 2 ** 31 } }]), 'zip-unsafe'],
    ['one with an encrypted directory', makeZip([{ name: 'a', bytes: text, flags: 0x41 }]), 'zip-encrypted'],
  ])('%s is refused, and nothing is made', async (what, body, code) => {
    const bob = await signUp(server);
    const { id } = await uploadFile(bob, { name: `${what}.zip`, body });
    await expect(bob.api.unpackings.begin({ id })).rejects.toMatchObject({ code });
    expect((await bob.api.folders.children({ id: 'root' })).folders).toEqual([]);
  });

  test('that does not fit, is in Trash or is of somebody else is refused', async () => {
    const bob = await signUp(server);
    const { id } = await uploadFile(bob, { name: 'book.zip', body: makeZip([{ name: 'book', bytes: book }]) });
    await expect(ada.api.unpackings.begin({ id })).rejects.toMatchObject({ code: 'object-not-found' });
    await limitQuota(server, bob, 2_000_000);
    await expect(bob.api.unpackings.begin({ id })).rejects.toMatchObject({ code: 'quota-exceeded' });
    await limitQuota(server, bob, 20_000_000);
    const { id: unpacking } = await unpackAll(bob, id);
    await expect(ada.api.unpackings.get({ id: unpacking })).rejects.toMatchObject({ code: 'unpacking-not-found' });
    await expect(ada.api.unpackings.stop({ id: unpacking })).rejects.toMatchObject({ code: 'unpacking-not-found' });
    await bob.api.entries.remove({ id });
    await expect(bob.api.unpackings.begin({ id })).rejects.toMatchObject({ code: 'object-not-found' });
  });

  async function upload(name: string, folderId: string | null, members: MadeMember[]): Promise<File> {
    return await uploadFile(ada, { name, body: makeZip(members), folderId });
  }
});
