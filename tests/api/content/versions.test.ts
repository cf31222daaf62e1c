import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const nobody = '01990000-0000-7000-8000-000000000001';

describe('the versions of a file', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
  });
  beforeEach(async () => {
    ada = await signUp(server);
  });

  /** Uploads each text as the next version of a file. */
  async function versionsOf(name: string, ...texts: string[]): Promise<File> {
    let file: File | undefined;
    for (const [i, text] of texts.entries())
      file = await uploadFile(ada, { name, body: Buffer.from(text), lastModified: (i + 1) * 1000 });
    return file as File;
  }
  const list = async ({ id }: File) => (await ada.api.versions.list({ id })).versions;
  const textAt = async (url: string) => await (await ada.fetch(url)).text();
  const textOf = async ({ id }: File) => await textAt((await ada.api.entries.get({ id })).file?.url ?? '');
  const numbers = async (file: File) => (await list(file)).map(({ version }) => version);

  test('are listed with the newest first, page by page, each with its bytes', async () => {
    const file = await versionsOf('letter.txt', 'one', 'second', 'the third');
    const first = await ada.api.versions.list({ id: file.id, limit: 2 });
    const rest = await ada.api.versions.list({ id: file.id, limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest.nextCursor).toBeNull();
    const all = [...first.versions, ...rest.versions];
    expect(all.map(({ version, isCurrent, size }) => [version, isCurrent, size])).toEqual([
      [3, true, 9],
      [2, false, 6],
      [1, false, 3],
    ]);
    expect(await Promise.all(all.map(({ url }) => textAt(url)))).toEqual(['the third', 'second', 'one']);
    expect(all[0]?.url).toBe(file.url);
    await expect(ada.api.versions.list({ id: file.id, cursor: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('have their pictures', async () => {
    for (const background of ['red', 'blue']) {
      const picture = sharp({ create: { width: 9, height: 6, channels: 3, background } });
      await uploadFile(ada, { name: 'a.png', body: await picture.png().toBuffer(), contentType: 'image/png' });
    }
    const { files } = await ada.api.folders.children({ id: 'root' });
    const made = await waitFor(
      async () => {
        const versions = await list(files[0] as File);
        return versions.every(({ preview }) => preview?.state === 'made') && versions;
      },
      { what: 'the thumbnails' },
    );
    for (const { preview } of made) {
      const url = preview?.state === 'made' ? preview.url : '';
      expect((await ada.fetch(url)).headers.get('content-type')).toBe('image/webp');
    }
    expect(new Set(made.map(({ preview }) => JSON.stringify(preview))).size).toBe(2);
  });

  test('restoring one adds a version with its bytes, which take no further room', async () => {
    const file = await versionsOf('letter.txt', 'one', 'second');
    const [, old] = await list(file);
    const { used } = await roomOf(server, ada);
    const restored = await ada.api.versions.restore({ id: file.id, versionId: old?.id ?? '' });
    expect(restored).toMatchObject({ id: file.id, version: 3, size: 3, modifiedAt: 1000 });
    expect(await textAt(restored.url)).toBe('one');
    expect(await numbers(file)).toEqual([3, 2, 1]);
    expect((await roomOf(server, ada)).used).toBe(used);
    const { folder } = await ada.api.folders.children({ id: 'root' });
    expect(folder.contents).toMatchObject({ files: 1, bytes: 3 });
    const [current] = await list(file);
    const again = await ada.api.versions.restore({ id: file.id, versionId: current?.id ?? '' });
    expect(again).toEqual({ ...restored, operationId: null });
    expect(await numbers(file)).toEqual([3, 2, 1]);
    await ada.api.undo({ operationId: restored.operationId ?? '' });
    expect(await textOf(file)).toBe('second');
    expect(await numbers(file)).toEqual([4, 3, 2, 1]);
  });

  test('deleting one frees its room, unless something else has its bytes; the current one stays', async () => {
    const file = await versionsOf('letter.txt', 'one', 'second', 'the third');
    await uploadFile(ada, { name: 'same.txt', body: Buffer.from('second') });
    const [current, second, one] = await list(file);
    const remove = (versionId = '') => ada.api.versions.remove({ id: file.id, versionId });
    await remove(one?.id);
    expect((await roomOf(server, ada)).used).toBe(15);
    expect((await ada.fetch(one?.url ?? '')).status).toBe(404);
    await remove(second?.id);
    expect((await roomOf(server, ada)).used).toBe(15);
    await expect(remove(second?.id)).rejects.toMatchObject({ code: 'version-not-found' });
    await expect(remove(current?.id)).rejects.toMatchObject({ code: 'version-is-current' });
    expect(await textOf(file)).toBe('the third');
    expect(await numbers(await versionsOf('letter.txt', 'and a fourth'))).toEqual([4, 3]);
  });

  test('are found by their owner only, and not in Trash', async () => {
    const file = await versionsOf('letter.txt', 'one', 'second');
    const other = await versionsOf('other.txt', 'of another', 'file');
    const [, old] = await list(file);
    const [, oldOfOther] = await list(other);
    const bob = await signUp(server);
    const ask = (person: Person, id: string, versionId = '') => [
      person.api.versions.list({ id }),
      person.api.versions.restore({ id, versionId }),
      person.api.versions.remove({ id, versionId }),
      person.api.versions.keepBoth({ files: [{ id, version: 2 }] }),
    ];
    const codes = async (calls: Promise<unknown>[]) =>
      (await Promise.allSettled(calls)).map((each) => (each.status === 'rejected' ? each.reason.code : 'done'));
    expect(new Set(await codes(ask(bob, file.id, old?.id)))).toEqual(new Set(['object-not-found']));
    expect(new Set(await codes(ask(ada, nobody, old?.id)))).toEqual(new Set(['object-not-found']));
    expect((await codes(ask(ada, file.id, oldOfOther?.id))).slice(1, 3)).toEqual([
      'version-not-found',
      'version-not-found',
    ]);
    await ada.api.entries.remove({ id: other.id });
    expect(new Set(await codes(ask(ada, other.id, oldOfOther?.id)))).toEqual(new Set(['object-not-found']));
  });

  describe('keeping both', () => {
    test('the newest is a file of its own, and the one before is current again', async () => {
      const file = await versionsOf('cake.jpg', 'old', 'newer');
      await versionsOf('cake (new).jpg', 'taken');
      const { files: both } = await ada.api.versions.keepBoth({ files: [{ id: file.id, version: 2 }] });
      expect(both).toMatchObject([
        {
          file: { id: file.id, name: 'cake.jpg', version: 3, size: 3, modifiedAt: 1000 },
          added: { name: 'cake (new 2).jpg', version: 1, size: 5, modifiedAt: 2000 },
        },
      ]);
      const [pair] = both;
      expect([await textAt(pair?.file.url ?? ''), await textAt(pair?.added.url ?? '')]).toEqual(['old', 'newer']);
      expect(await numbers(file)).toEqual([3]);
      const { folder, files } = await ada.api.folders.children({ id: 'root' });
      expect([folder.contents, files.length]).toEqual([{ folders: 0, files: 3, bytes: 13 }, 3]);
      expect((await roomOf(server, ada)).used).toBe(13);
      expect(await numbers(await versionsOf('cake.jpg', 'next'))).toEqual([4, 3]);
    });

    test('all or none: one without an earlier version, or with a newer one, changes nothing', async () => {
      const twice = await versionsOf('twice.txt', 'a', 'ab');
      const once = await versionsOf('once.txt', 'abc');
      const keep = (...files: { id: string; version: number }[]) => ada.api.versions.keepBoth({ files });
      const both = { id: twice.id, version: 2 };
      await expect(keep(both, { id: once.id, version: 1 })).rejects.toMatchObject({ code: 'version-not-found' });
      await expect(keep(both, { id: once.id, version: 2 })).rejects.toMatchObject({ code: 'generation-mismatch' });
      await expect(keep(both, both)).rejects.toMatchObject({ code: 'generation-mismatch' });
      expect((await ada.api.folders.children({ id: 'root' })).files).toEqual([twice, once]);
    });
  });

  test('uploads, restores and keeping both at once lose nothing', async () => {
    const file = await versionsOf('busy.txt', 'first', 'second');
    const [, old] = await list(file);
    const work = Array.from({ length: 8 }, (_, i) => [
      uploadFile(ada, { name: 'busy.txt', body: bytes(50 + i, String(i)) }),
      ada.api.versions.restore({ id: file.id, versionId: old?.id ?? '' }),
      ada.api.versions.keepBoth({ files: [{ id: file.id, version: 2 + i }] }).catch(({ code }) => code as string),
    ]).flat();
    const done = await Promise.all(work);
    const separated = done.filter((each) => typeof each === 'object' && 'files' in each).length;
    const { files } = await ada.api.folders.children({ id: 'root' });
    expect(files).toHaveLength(1 + separated);
    const versions = await list(file);
    expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
    expect(versions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([versions[0]?.id]);
    // Two at the beginning, then one with each upload and restore; each that became a file of its own is one less.
    expect(versions.length + separated).toBe(2 + 16);
    const stored = new Set((await Promise.all(files.map(list))).flat().map(({ size }) => size));
    for (let i = 0; i < 8; i += 1) expect(stored).toContain(50 + i);
  });

  test('the rule is to keep all, until a person chooses another one', async () => {
    expect(await ada.api.account.versions.get()).toEqual({ keep: 'all' });
    expect(await ada.api.account.versions.set({ keep: 'last-10' })).toEqual({ keep: 'last-10' });
    expect(await ada.api.account.versions.get()).toEqual({ keep: 'last-10' });
    expect(await (await signUp(server)).api.account.versions.get()).toEqual({ keep: 'all' });
  });
});
