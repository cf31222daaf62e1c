import { beforeAll, describe, expect, test } from 'vitest';
import type { File, ListedFolder } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { unpackAll, untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { limitQuota } from '#tests/support/database/limit-quota.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/make-zip.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

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
    const files = await treeOf(ada, ended.folderId);
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

  test('of a Google Takeout: photographs have the time at which they were taken', async () => {
    const eve = await signUp(server);
    const taken = Date.UTC(2019, 5, 8, 9, 4, 2);
    const sidecar = (title: string) => {
      const photoTakenTime = { timestamp: String(taken / 1000), formatted: '8 Jun 2019, 09:04:02 UTC' };
      return Buffer.from(
        JSON.stringify({ title, description: 'at the lake', photoTakenTime, url: 'https://photos.google.com/' }),
      );
    };
    const year = 'Takeout/Google Photos/Photos from 2019';
    const told: MadeMember[] = [
      ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
      ['IMG_1(1).jpg', 'IMG_1.jpg.supplemental-metadata(1).json'],
      ['IMG_1-edited.jpg', undefined],
      ['IMG_2.HEIC', 'IMG_2.HEIC.json'],
      ['IMG_2.MP4', undefined],
      [`${'ü'.repeat(50)}.jpg`, `${'ü'.repeat(46)}.json`],
    ].flatMap(([name = '', json]) => [
      ...(json === undefined ? [] : [{ name: `${year}/${json}`, bytes: sidecar(name) }]),
      { name: `${year}/${name}`, bytes: Buffer.from(`picture of ${name}`), modifiedAt: time },
    ]);
    const body = makeZip([
      ...told,
      { name: `${year}/alone.jpg`, bytes: text, modifiedAt: time },
      { name: `${year}/odd.jpg`, bytes: text, modifiedAt: time },
      { name: `${year}/odd.jpg.json`, bytes: Buffer.from('{"photoTakenTime":'), modifiedAt: time },
      { name: `${year}/large.mp4.json`, bytes: sidecar('large.mp4') },
      { name: `${year}/large.mp4`, bytes: film, isStored: true, modifiedAt: time },
      // It tells of nothing in another folder.
      { name: `Takeout/Google Photos/Album/alone.jpg.json`, bytes: sidecar('alone.jpg') },
    ]);
    const { id } = await uploadFile(eve, { name: 'takeout-20240601T120000Z-001.zip', body });
    const { folderId, leftOut } = await unpackAll(eve, id);
    expect(leftOut.count).toBe(0);
    const files = [...(await treeOf(eve, folderId))].filter(([path]) => !path.endsWith('.json'));
    expect(Object.fromEntries(files.map(([path, file]) => [path.slice(year.length + 1), file.modifiedAt]))).toEqual({
      'IMG_1.jpg': taken,
      'IMG_1(1).jpg': taken,
      'IMG_1-edited.jpg': taken,
      'IMG_2.HEIC': taken,
      'IMG_2.MP4': taken,
      [`${'ü'.repeat(50)}.jpg`]: taken,
      'alone.jpg': time,
      'odd.jpg': time,
      'large.mp4': taken,
    });
  });

  test('never makes a version of a file that somebody puts into its folder meanwhile', async () => {
    const eve = await signUp(server);
    const zip = await uploadFile(eve, {
      name: 'busy.zip',
      body: makeZip([
        { name: 'film.mp4', bytes: film },
        ...Array.from({ length: 100 }, (_, at) => ({ name: `${at}.txt`, bytes: text })),
      ]),
    });
    const { id, folderId } = await eve.api.unpackings.begin({ id: zip.id });
    await uploadFile(eve, { name: '99.txt', body: Buffer.from('mine'), folderId });
    await untilEnded(eve, id);
    const files = await treeOf(eve, folderId);
    expect(files.size).toBe(102);
    expect([...files.values()].filter(({ version }) => version > 1)).toEqual([]);
    expect(files.has('99 (2).txt')).toBe(true);
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

  test('whose folder is moved to Trash meanwhile fails, and says why', async () => {
    const bob = await signUp(server);
    const { id } = await uploadFile(bob, { name: 'many.zip', body: makeZip(manyFiles(3000)) });
    const begun = await bob.api.unpackings.begin({ id });
    await bob.api.entries.remove({ id: begun.folderId });
    const ended = await untilEnded(bob, begun.id);
    expect([ended.state, ended.error]).toEqual(['failed', 'folder-not-found']);
  });

  test('can be stopped, which leaves what is there, and only so many wait', async () => {
    const bob = await signUp(server);
    const { id } = await uploadFile(bob, { name: 'many.zip', body: makeZip(manyFiles(3000)) });
    const begun = await Promise.all(Array.from({ length: 20 }, () => bob.api.unpackings.begin({ id })));
    await expect(bob.api.unpackings.begin({ id })).rejects.toMatchObject({ code: 'too-many-unpackings' });
    expect((await bob.api.unpackings.list()).unpackings.length).toBeGreaterThan(17);
    for (const one of begun.toReversed()) {
      const stopped = await bob.api.unpackings.stop({ id: one.id });
      if (stopped.state !== 'stopped') continue;
      expect(stopped.entries.done).toBeLessThan(3000);
      await bob.api.undo({ operationId: stopped.operationId ?? '' });
    }
    expect((await bob.api.unpackings.list()).unpackings).toEqual([]);
    expect((await bob.api.folders.children({ id: 'root' })).folders.length).toBeLessThan(3);
  });

  async function upload(name: string, folderId: string | null, members: MadeMember[]): Promise<File> {
    return await uploadFile(ada, { name, body: makeZip(members), folderId });
  }
});

test('a server that is stopped or killed in the middle goes on with it after a restart: each file is there once', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const long = Buffer.from(bytes(40_000_000, 'long'));
  const body = makeZip([
    ...manyFiles(1500),
    { name: 'long.bin', bytes: long, isStored: true },
    { name: 'last.txt', bytes: text },
  ]);
  const zip = await uploadFile(ada, { name: 'many.zip', body });
  const { id, folderId } = await ada.api.unpackings.begin({ id: zip.id });
  const now = () => ada.api.unpackings.get({ id });
  const { entries } = await waitFor(
    async () => {
      const one = await now();
      return one.entries.done > 0 ? one : undefined;
    },
    { what: 'the first entries' },
  );
  expect(entries.done).toBeLessThan(entries.total);
  await server.restart();
  await waitFor(async () => (await now()).entries.done >= 900, { what: '900 entries' });
  await server.kill('SIGKILL');
  await server.restart();
  const isArriving = async () => (await query(server, `select id from uploads where name = 'long.bin'`)).length > 0;
  await waitFor(isArriving, { what: 'the beginning of the large file' });
  await server.kill('SIGKILL');
  await server.restart();
  const ended = await untilEnded(ada, id);
  expect(ended).toMatchObject({ state: 'done', leftOut: { count: 0 }, entries: { done: 1502, total: 1502 } });
  expect(ended.bytes.done).toBe(ended.bytes.total);
  const files = await treeOf(ada, folderId);
  expect(files.size).toBe(1502);
  expect([...files.values()].filter(({ version }) => version > 1)).toEqual([]);
  const response = await ada.fetch(files.get('long.bin')?.url ?? '');
  expect(sha256(await response.arrayBuffer())).toBe(sha256(long));
  expect((await roomOf(server, ada)).reserved).toBe(0);
});

function manyFiles(count: number): MadeMember[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `folder ${at % 7}/${at}.txt`,
    bytes: Buffer.from(`the text of file ${at}`),
    isStored: true,
  }));
}

/** The files below a folder by their paths. */
async function treeOf(person: Person, id: string, above = ''): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const folders: ListedFolder[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.api.folders.children({ id, limit: 1000, ...(cursor ? { cursor } : {}) });
    for (const file of page.files) files.set(above + file.name, file);
    folders.push(...page.folders);
    cursor = page.nextCursor;
  }
  for (const { id: inner, name } of folders)
    for (const [path, file] of await treeOf(person, inner, `${above}${name}/`)) files.set(path, file);
  return files;
}
