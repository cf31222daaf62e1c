import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { indexWaitingNames } from '#tests/support/database/index-waiting-names.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

type Wanted = Parameters<Person['api']['search']>[0];

/** When names are indexed that were found by their changes before. */
const stages = ['never', 'halfway', 'at the end'] as const;

describe.each(stages)('a search, with names indexed %s,', (indexed) => {
  let ada: Person;
  let trips = '';
  let inner = '';
  beforeAll(async () => {
    ada = await signUp(await sharedServer());
    trips = (await ada.api.folders.create({ name: 'Trips', parentId: null })).id;
    inner = (await ada.api.folders.create({ name: 'Übersee', parentId: trips })).id;
    await put('Rechnung März.pdf', 10, 'application/pdf', 100);
    await put('家族写真.jpg', 20, 'image/jpeg', 200, inner);
    if (indexed === 'halfway') await index(ada, inner);
    await put('IMG_2023 (1).JPG', 30, 'image/jpeg', 300, inner);
    await put('IMG_2024.mp4', 40, 'video/mp4', 400, trips);
    if (indexed === 'at the end') await index(ada, inner);
  });

  test.each([
    ['RECHNUNG', ['Rechnung März.pdf']],
    ['marz', ['Rechnung März.pdf']],
    ['chnun pdf', ['Rechnung März.pdf']],
    ['写真', ['家族写真.jpg']],
    ['真', ['家族写真.jpg']],
    ['ｉｍｇ', ['IMG_2024.mp4', 'IMG_2023 (1).JPG']],
    ['2023 (1)', ['IMG_2023 (1).JPG']],
    ['im', ['IMG_2024.mp4', 'IMG_2023 (1).JPG']],
    ['mg', []],
    ['ubers', ['Übersee']],
    ['rechnugn', ['Rechnung März.pdf']],
    ['pechnung', ['Rechnung März.pdf']],
    ['erchnung', ['Rechnung März.pdf']],
    ['recnung mrz', ['Rechnung März.pdf'].slice(1)],
    ['recnung marz', ['Rechnung März.pdf']],
    ['zebra', []],
    ['%', []],
    ['a"b OR c*', []],
  ])('for %s finds what has it in its name, the last added first', async (q, names) => {
    expect(await found({ q })).toEqual(names);
  });

  test('names the folders above', async () => {
    const { hits } = await ada.api.search({ q: '写真' });
    expect(hits[0]?.path).toEqual([
      { id: trips, name: 'Trips' },
      { id: inner, name: 'Übersee' },
    ]);
    expect(hits[0]?.entry.file).toMatchObject({ name: '家族写真.jpg', folderId: inner, size: 20 });
  });

  test('is narrowed by kind, time, size and folder', async () => {
    const jpg = ['IMG_2023 (1).JPG', '家族写真.jpg'];
    expect(await found({ kind: 'photo' })).toEqual(jpg);
    expect(await found({ kind: 'folder' })).toEqual(['Übersee', 'Trips']);
    expect(await found({ q: 'img', kind: 'video' })).toEqual(['IMG_2024.mp4']);
    expect(await found({ from: 200, to: 300 })).toEqual(jpg);
    expect(await found({ minSize: 10, maxSize: 20 })).toEqual(['家族写真.jpg', 'Rechnung März.pdf']);
    expect(await found({ q: 'img', folderId: inner })).toEqual(['IMG_2023 (1).JPG']);
    expect(await found({ folderId: trips })).toEqual(['IMG_2024.mp4', ...jpg, 'Übersee']);
  });

  test('has pages that follow one another', async () => {
    const all = await found({});
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { hits, nextCursor } = await ada.api.search({ limit: 2, cursor });
      names.push(...hits.map(nameOf));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(names).toEqual(all);
    expect(all).toHaveLength(6);
  });

  test('has pages that follow one another while names are indexed', async () => {
    const eve = await signUp(await sharedServer());
    const added = ['a', 'b', 'c', 'd', 'e'];
    const folders: string[] = [];
    for (const name of added) {
      folders.push((await eve.api.folders.create({ name, parentId: null })).id);
      if (indexed === 'halfway' && name === 'c') await index(eve, folders[0]);
    }
    await eve.api.entries.update({ id: folders[1] ?? '', name: 'b again' });
    const first = await eve.api.search({ limit: 2 });
    if (indexed !== 'never') await index(eve, folders[0]);
    // What is copied is newer than a page that was read.
    await eve.api.entries.copy({ id: folders[0] ?? '', parentId: null });
    const second = await eve.api.search({ limit: 3, cursor: first.nextCursor ?? undefined });
    expect([...first.hits, ...second.hits].map(nameOf)).toEqual(['e', 'd', 'c', 'b again', 'a']);
    expect((await eve.api.search({ limit: 1 })).hits.map(nameOf)).toEqual(['a (copy)']);
  });

  test('follows new names, moves, copies, Trash and the way out of it', async () => {
    const eve = await signUp(await sharedServer());
    const box = await eve.api.folders.create({ name: 'Schachtel', parentId: null });
    const names = async (q: string) => {
      const all = (await eve.api.search({ q })).hits.map(nameOf);
      // So that each of the following changes is one of a name that is indexed.
      if (indexed === 'at the end' && all.includes('Schachtel')) await index(eve, box.id);
      return all;
    };
    const file = await uploadFile(eve, { name: 'Brief.txt', folderId: box.id, body: bytes(3) });
    if (indexed !== 'never') await index(eve, file.id);
    await eve.api.entries.update({ id: file.id, name: 'Postkarte.txt' });
    expect(await names('brief')).toEqual([]);
    expect(await names('postkarte')).toEqual(['Postkarte.txt']);
    await eve.api.entries.copy({ id: box.id, parentId: null });
    expect(await names('postkarte')).toEqual(['Postkarte.txt', 'Postkarte.txt']);
    await eve.api.entries.remove({ id: box.id });
    expect(await names('postkarte')).toEqual(['Postkarte.txt']);
    expect(await names('schachtel')).toEqual(['Schachtel (copy)']);
    const other = await eve.api.folders.create({ name: 'Schachtel', parentId: null });
    const { operationId } = await eve.api.trash.restore({ id: box.id });
    expect(await names('postkarte')).toEqual(['Postkarte.txt', 'Postkarte.txt']);
    expect(await names('restored')).toEqual(['Schachtel (restored)']);
    if (indexed === 'at the end') await index(eve, box.id);
    // It is in Trash by its own name again, and comes back by that.
    await eve.api.undo({ operationId: operationId ?? '' });
    await eve.api.entries.update({ id: other.id, name: 'Kiste' });
    await eve.api.trash.restore({ id: box.id });
    expect(await names('restored')).toEqual([]);
    expect(await names('schachtel')).toEqual(['Schachtel (copy)', 'Schachtel']);
    await eve.api.entries.remove({ id: box.id });
    await eve.api.trash.remove({ id: box.id });
    expect(await names('schachtel')).toEqual(['Schachtel (copy)']);
    await uploadFile(eve, { name: 'Nachher.txt', body: bytes(3) });
    expect(await names('nachher')).toEqual(['Nachher.txt']);
  });

  test('finds nothing of another person', async () => {
    const eve = await signUp(await sharedServer());
    expect((await eve.api.search({})).hits).toEqual([]);
    await eve.api.folders.create({ name: 'Rechnung', parentId: null });
    expect((await eve.api.search({ q: 'rechnugn' })).hits.map(nameOf)).toEqual(['Rechnung']);
  });

  test('finds nothing outside of the folder that a program is confined to', async () => {
    const { token } = await ada.api.appPasswords.create({ name: 'inside', folderId: inner });
    const { api: program } = programWith(token, await sharedServer());
    expect((await program.search({})).hits.map(nameOf)).toEqual(['IMG_2023 (1).JPG', '家族写真.jpg']);
    await expect(program.search({ folderId: trips })).rejects.toMatchObject({ code: 'folder-not-found' });
  });

  test('goes on with a page of the same search only', async () => {
    const { nextCursor } = await ada.api.search({ limit: 1 });
    const cursor = nextCursor ?? '';
    expect((await ada.api.search({ cursor })).hits.length).toBeGreaterThan(0);
    for (const other of [{ q: 'a' }, { kind: 'folder' }, { folderId: trips }] as const)
      await expect(ada.api.search({ ...other, cursor })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test.each<[string, Wanted]>([
    ['what is in no name', { q: 'a\0b' }],
    ['a text that is too long', { q: 'a'.repeat(201) }],
    ['too many words', { q: 'a b c d e f g h i' }],
    ['too many hits', { limit: 201 }],
    ['a cursor that is none', { cursor: 'x' }],
  ])('refuses %s', async (_, wanted) => {
    await expect(ada.api.search(wanted)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  async function found(wanted: Wanted): Promise<string[]> {
    return (await ada.api.search(wanted)).hits.map(nameOf);
  }

  async function index(person: Person, entryId = '') {
    await indexWaitingNames(await sharedServer(), person, entryId);
  }

  async function put(name: string, size: number, contentType: string, lastModified: number, folderId?: string) {
    await uploadFile(ada, { name, body: bytes(size, name), contentType, lastModified, folderId });
  }
});

function nameOf({
  entry: { folder, file },
}: {
  entry: { folder: { name: string } | null; file: { name: string } | null };
}) {
  return (folder ?? file)?.name ?? '';
}
