import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxNameBytes } from '#contract/limits.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { extractEverything } from '#tests/support/client/take-everything.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const longName = `${'n'.repeat(maxNameBytes - 4)}.txt`;
const time = Date.UTC(2024, 1, 29, 12, 34, 56);

describe('everything of an account as a zip', () => {
  let ada: Person;
  const photo = bytes(3_000_000, 'photo');
  beforeAll(async () => {
    ada = await signUp(await sharedServer());
    const letters = await ada.api.folders.create({ name: 'Letters', parentId: null });
    await ada.api.folders.create({ name: 'nothing in it', parentId: letters.id });
    const old = await ada.api.folders.create({ name: 'Old', parentId: null });
    for (const round of ['first', 'second', 'third'])
      await uploadFile(ada, {
        name: 'an Ümlaut.txt',
        body: bytes(100, round),
        folderId: letters.id,
        lastModified: time,
      });
    for (const round of ['short', 'longer']) await uploadFile(ada, { name: longName, body: bytes(9, round) });
    await uploadFile(ada, { name: 'photo.jpg', body: photo });
    await uploadFile(ada, { name: 'PHOTO.jpg', body: bytes(5, 'other') });
    await uploadFile(ada, { name: 'gone.txt', body: bytes(7, 'gone'), folderId: old.id });
    await ada.api.entries.remove({ id: old.id });
    await ada.api.downloadTokens.create({ fileId: (await uploadFile(ada, { name: 'shared', body: bytes(0) })).id });
    await ada.api.account.profile.setName({ name: 'Ada' });
  });

  test('is made once at a time for one account, however often it is asked for', async () => {
    const asked = Array.from({ length: 20 }, () => ada.api.account.archive({ versions: true, trash: true }));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(new Set(refused.map(({ reason }) => (reason as { code?: string }).code))).toEqual(
      new Set(['too-many-requests']),
    );
    expect(refused.length).toBeLessThan(asked.length);
  });

  test('has every file, version and thing in Trash with its bytes, what is known of them, and sums that match', async () => {
    const { url, size, files, damaged, expiresAt } = await ada.api.account.archive({ versions: true, trash: true });
    expect([files, damaged]).toEqual([9, 0]);
    expect(Math.abs(expiresAt - Date.now() - 7 * 86_400_000)).toBeLessThan(3_600_000);
    const zip = await take(ada, url);
    expect(zip.length).toBe(size);
    const all = await extractEverything(zip);
    expect(all.complaints).toBe('');
    const sums = Object.fromEntries([...all.files].map(([path, body]) => [path, sha256(body)]));
    expect(sums).toEqual({
      'Files/Letters/an Ümlaut.txt': sha256(bytes(100, 'third')),
      'Versions/Files/Letters/an Ümlaut.txt/1 an Ümlaut.txt': sha256(bytes(100, 'first')),
      'Versions/Files/Letters/an Ümlaut.txt/2 an Ümlaut.txt': sha256(bytes(100, 'second')),
      [`Files/${longName}`]: sha256(bytes(9, 'longer')),
      [`Versions/Files/${longName}/1 ${longName.slice(2)}`]: sha256(bytes(9, 'short')),
      'Files/photo.jpg': sha256(photo),
      'Files/PHOTO (2).jpg': sha256(bytes(5, 'other')),
      'Files/shared': sha256(bytes(0)),
      'Trash/Old/gone.txt': sha256(bytes(7, 'gone')),
      ...Object.fromEntries(Object.entries(sums).filter(([path]) => !/^(Files|Trash|Versions)\//.test(path))),
    });
    expect(Object.keys(sums)).toEqual(
      expect.arrayContaining(['README.txt', 'SHA256SUMS', 'Metadata/account.json', 'Metadata/links-00001.jsonl']),
    );
    const listed = all.files.get('SHA256SUMS')?.toString().trimEnd().split('\n') ?? [];
    expect(listed.map((line) => line.slice(66)).toSorted()).toEqual(
      Object.keys(sums)
        .filter((path) => path !== 'SHA256SUMS')
        .toSorted(),
    );
    expect(all.entries.get('Files/Letters/an Ümlaut.txt')).toMatchObject({
      kind: 'file',
      modifiedAt: new Date(time).toISOString(),
      size: 100,
      sha256: sha256(bytes(100, 'third')),
      version: 3,
      contentType: 'text/plain',
    });
    expect(all.entries.get('Versions/Files/Letters/an Ümlaut.txt/2 an Ümlaut.txt')).toMatchObject({
      kind: 'version',
      versionOf: 'Files/Letters/an Ümlaut.txt',
      version: 2,
    });
    expect(all.entries.get('Trash/Old/')).toMatchObject({ kind: 'folder', trashedAt: expect.stringMatching(/^20/) });
    expect(all.entries.get('Files/Letters/nothing in it/')).toMatchObject({ kind: 'folder' });
    expect(JSON.parse(all.files.get('Metadata/account.json')?.toString() ?? '')).toMatchObject({
      email: ada.email,
      name: 'Ada',
    });
    const few = await extractEverything(await take(ada, (await ada.api.account.archive({})).url));
    expect([...few.files.keys()].filter((path) => /^(Trash|Versions)/.test(path))).toEqual([]);
    expect(few.complaints).toBe('');
  });

  test('stays the same while things are added, renamed, moved and changed; each range is a part of it', async () => {
    const { url } = await ada.api.account.archive({ versions: true, trash: true });
    const { headers } = await ada.fetch(url, { method: 'HEAD' });
    const etag = headers.get('etag') ?? '';
    const whole = await take(ada, url);
    const { files, folders } = await ada.api.folders.children({ id: 'root' });
    await ada.api.folders.create({ name: 'new', parentId: null });
    for (const file of files) await ada.api.entries.update({ id: file.id, name: `renamed ${file.name.slice(0, 20)}` });
    await ada.api.entries.remove({ id: folders[0]?.id ?? '' });
    for (let i = 0; i < 60; i += 1) {
      const start = i % 3 === 0 ? whole.length - 1 - randomInt(4000) : randomInt(whole.length);
      const end = Math.min(whole.length - 1, start + randomInt(i % 2 === 0 ? 300 : 1_000_000));
      const part = await ada.fetch(url, { headers: { range: `bytes=${start}-${end}`, 'if-range': etag } });
      expect(part.status).toBe(206);
      expect(sha256(await part.arrayBuffer())).toBe(sha256(whole.subarray(start, end + 1)));
    }
    expect(sha256(await take(ada, url))).toBe(sha256(whole));
  });

  test('ends when something in it is deleted for good, and lacks what is damaged', async () => {
    const bob = await signUp(await sharedServer());
    await uploadFile(bob, { name: 'a.txt', body: bytes(10, 'a') });
    const going = await uploadFile(bob, { name: 'b.txt', body: bytes(10, 'b') });
    const { url } = await bob.api.account.archive({});
    await bob.api.entries.remove({ id: going.id });
    await take(bob, url);
    await bob.api.trash.empty();
    await expect(take(bob, url)).rejects.toThrow(/terminated|expected/);
    await query(await sharedServer(), `update blobs set damaged_at = 1 where account = '${bob.uid}'`);
    const hurt = await bob.api.account.archive({});
    expect([hurt.files, hurt.damaged]).toEqual([0, 1]);
    const all = await extractEverything(await take(bob, hurt.url));
    expect(all.files.has('Files/a.txt')).toBe(false);
    expect(all.entries.get('Files/a.txt')).toMatchObject({ isDamaged: true });
    expect(all.complaints).toBe('');
  });

  test('is for its person only, of one who confirmed who they are, the last two of them', async () => {
    const bob = await signUp(await sharedServer());
    const urls: string[] = [];
    for (let i = 0; i < 3; i += 1) urls.push((await bob.api.account.archive({})).url);
    const outcomes = async (person: Pick<Person, 'fetch'>) =>
      await Promise.all(urls.map(async (url) => (await person.fetch(url, { method: 'HEAD' })).status));
    expect(await outcomes(bob)).toEqual([404, 200, 200]);
    expect(await outcomes(ada)).toEqual([404, 404, 404]);
    expect(await outcomes(visit(await sharedServer()))).toEqual([401, 401, 401]);
    const { token } = await bob.api.appPasswords.create({ name: 'program' });
    const program = { authorization: `Bearer ${token}`, cookie: '' };
    expect((await visit(await sharedServer()).fetch(urls[2] ?? '', { headers: program })).status).toBe(403);
    await query(await sharedServer(), `update account_archives set expires_at = 1 where account = '${bob.uid}'`);
    expect(await outcomes(bob)).toEqual([404, 404, 404]);
  });
});

async function take(person: Person, url: string): Promise<Buffer> {
  const response = await person.fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
