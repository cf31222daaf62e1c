import { expect, test } from 'vitest';
import { pageOf } from './archive-page.ts';
import { type PageStart, pageRows } from './archive-rows.ts';
import { layOut } from './layout.ts';

const deepest = 90;
const longName = 'a'.repeat(255);

test('folders whose paths are too long together are no archive, however few they are', async () => {
  // One folder in the other, and in the deepest one more and more of them.
  let pages = 0;
  const read = async (start: PageStart) => {
    const parent = 'folders' in start ? (start.folders[0] ?? '') : '';
    const isDeep = parent === `folder ${deepest}` || ('folder' in start && start.after !== undefined);
    if (isDeep) pages += 1;
    return pageOfFolders(isDeep ? `folder ${deepest}` : parent, isDeep ? pageRows : 1);
  };
  await expect(layOut({ read, top: { folder: null } })).rejects.toMatchObject({ code: 'too-much-at-once' });
  expect(pages * pageRows).toBeLessThan(10_000);
});

/** New folders in a folder; the first one of a level has the number of that. */
function pageOfFolders(parent: string, count: number) {
  const level = Number(parent.split(' ')[1] ?? 0) + 1;
  const all = (text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join('/');
  return pageOf({
    ids: all((at) => (at === 0 ? `folder ${level}` : `${level} ${at}`)),
    parents: parent,
    names: all(() => longName),
    versions: all(() => ''),
    sizes: all(() => '0'),
    created: all(() => '0'),
    modified: all(() => '0'),
  });
}
