import { expect, test } from 'vitest';
import type { Change } from '#contract/records/changes.ts';
import { createChangeLog } from '../listing/change-log.ts';
import { isAboveOrEnd, type Listing, withChanges, withEntry, withoutEntry, withStars } from './listing.ts';
import { file, folder, listing } from './sample-listing.ts';

/** The listing after one change. */
function withChange(before: Listing, one: Change): Listing {
  return withChanges(before, [one]);
}

function change(revision: number, part: Partial<Change>): Change {
  const entryId = part.folder?.id ?? part.file?.id ?? 'nothing';
  return { revision, entryId, folder: null, file: null, ...part };
}

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

test('an entry takes its place in the order of creation, then of ids', () => {
  const before = listing({ files: [file('b', { createdAt: 1 }), file('d', { createdAt: 3 })] });
  const after = withChange(before, change(1, { file: file('c', { createdAt: 3 }) }));
  expect(ids(after.files)).toEqual(['b', 'c', 'd']);
  expect(after.revision).toBe(1);
});

test('a newer version replaces the entry and adds none', () => {
  const before = listing({ files: [file('a'), file('b')] });
  const after = withChange(before, change(1, { file: file('a', { version: 2 }) }));
  expect(after.files).toEqual([file('a', { version: 2 }), file('b')]);
});

test('an entry that was moved or deleted leaves the listing', () => {
  const before = listing({ folders: [folder('x')], files: [file('a')] });
  const moved = withChange(before, change(1, { folder: folder('x', { parentId: 'elsewhere' }) }));
  const gone = withChange(moved, change(2, { entryId: 'a' }));
  expect([gone.folders, gone.files]).toEqual([[], []]);
});

test('a change that the listing knows already does nothing', () => {
  const before = listing({ revision: 5, files: [file('a', { version: 2 })] });
  expect(withChange(before, change(5, { file: file('a') }))).toBe(before);
});

test('a listing of which more is loading stays so after a change', () => {
  const before = listing({ partial: true });
  expect(withChange(before, change(1, { file: file('a') })).partial).toBe(true);
  expect(withChange(before, change(1, { file: file('a', { folderId: 'elsewhere' }) })).partial).toBe(true);
});

test('the folder itself takes its new name', () => {
  const before = listing({ folder: folder('x') });
  expect(withChange(before, change(1, { folder: folder('x', { name: 'New' }) })).folder.name).toBe('New');
});

test('a folder just made is shown, and the change for it adds no second one', () => {
  const before = withEntry(listing(), folder('x'));
  expect(ids(withChange(before, change(1, { folder: folder('x') })).folders)).toEqual(['x']);
});

test('an ancestor with another name or place, or the end of the folder, asks for another reading', () => {
  const path = [
    { id: 'top', name: 'Top' },
    { id: 'above', name: 'Above' },
  ];
  const inside = listing({ folder: folder('x', { parentId: 'above', path }) });
  const above = folder('above', { name: 'Above', parentId: 'top' });
  expect(isAboveOrEnd(inside, change(1, { folder: { ...above, name: 'New' } }))).toBe(true);
  expect(isAboveOrEnd(inside, change(1, { folder: { ...above, parentId: null } }))).toBe(true);
  expect(isAboveOrEnd(inside, change(1, { entryId: 'above' }))).toBe(true);
  expect(isAboveOrEnd(inside, change(1, { entryId: 'x' }))).toBe(true);
  // Something was moved out of it, or it has a star.
  expect(isAboveOrEnd(inside, change(1, { folder: { ...above, starred: true } }))).toBe(false);
  expect(isAboveOrEnd(inside, change(1, { folder: folder('top', { name: 'Top' }) }))).toBe(false);
  expect(isAboveOrEnd(inside, change(1, { folder: folder('x') }))).toBe(false);
});

test('a listing read before changes of the stream is brought up to date', () => {
  const log = createChangeLog();
  log.startAt(3);
  log.add(change(4, { file: file('a') }));
  log.add(change(5, { entryId: 'a' }));
  log.add(change(6, { file: file('b') }));
  expect(ids(log.upToDate(listing({ revision: 3 })).files)).toEqual(['b']);
  expect(log.covers(listing({ revision: 3 }))).toBe(true);
  expect(log.covers(listing({ revision: 2 }))).toBe(false);
});

test('a listing that lacks changes the log does not have stays as old as it is', () => {
  const log = createChangeLog();
  log.startAt(3);
  log.add(change(4, { file: file('a') }));
  const old = listing({ revision: 1 });
  expect(log.upToDate(old)).toBe(old);
});

test('a full log forgets its oldest changes and says so', () => {
  const log = createChangeLog(4);
  for (let revision = 1; revision <= 5; revision += 1) log.add(change(revision, { file: file(`f${revision}`) }));
  expect(log.covers(listing({ revision: 3 }))).toBe(true);
  expect(log.covers(listing({ revision: 2 }))).toBe(false);
});

test('what folders above a change hold is theirs, here and in the listing', () => {
  const [now, later] = [
    { folders: 2, files: 48, bytes: 10 },
    { folders: 3, files: 50, bytes: 20 },
  ];
  const pictures = [{ url: '/preview/a/b' }];
  const before = listing({ folders: [folder('a'), folder('b')] });
  const above = [
    { id: null, contents: later, pictures: [] },
    { id: 'b', contents: now, pictures },
  ];
  const after = withChange(before, change(1, { entryId: 'deep', above }));
  expect([after.folder.contents, after.folders[1]]).toEqual([later, folder('b', { contents: now, pictures })]);
  expect(after.folders[0]).toBe(before.folders[0]);
});

test('what a call brings or takes counts at once, and once', () => {
  const box = folder('box', { contents: { folders: 1, files: 2, bytes: 7 } });
  const filled = withEntry(withEntry(listing(), box), file('a', { size: 5 }));
  expect(filled.folder.contents).toEqual({ folders: 2, files: 3, bytes: 12 });
  expect(withEntry(filled, file('a', { size: 6 })).folder.contents.bytes).toBe(13);
  const emptied = withoutEntry(withoutEntry(withoutEntry(filled, 'box'), 'a'), 'a');
  expect(emptied.folder.contents).toEqual({ folders: 0, files: 0, bytes: 0 });
});

test('some are starred, the others are the same objects as before', () => {
  const before = listing({ folders: [folder('a')], files: [file('b'), file('c')] });
  const after = withStars(before, new Set(['a', 'c']), true);
  expect([...after.folders, ...after.files].map(({ starred }) => starred)).toEqual([true, false, true]);
  expect(after.files[0]).toBe(before.files[0]);
});

test('changes at once make the same listing as one after another', () => {
  const held = { contents: { folders: 0, files: 1, bytes: 1 }, pictures: [] };
  for (let round = 0; round < 200; round += 1) {
    // Numbers that look random, and are the same each time.
    const number = (at: number, below: number) => ((round * 7919 + at * 104_729) % 10_007) % below;
    const changes = Array.from({ length: 1 + number(0, 12) }, (_, i) => {
      const at = i * 5;
      const id = 'abcdefgh'[number(at + 1, 8)] ?? '';
      const [parentId, createdAt] = [number(at + 2, 3) === 0 ? 'elsewhere' : null, id.charCodeAt(0) % 3];
      const above = [
        { id: null, ...held },
        { id: 'abcd'[number(at + 3, 4)] ?? '', ...held },
      ].slice(number(at + 3, 3));
      if (number(at + 4, 4) === 0) return change(i + 1, { entryId: id, above });
      return id < 'e'
        ? change(i + 1, { folder: folder(id, { parentId, createdAt, name: `${id} ${i}` }), above })
        : change(i + 1, { file: file(id, { folderId: parentId, createdAt, version: i }), above });
    });
    const before = changes.splice(0, number(3, 4)).reduce(withChange, listing());
    expect(withChanges(before, changes)).toEqual(changes.reduce(withChange, before));
  }
});
