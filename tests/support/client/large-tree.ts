import { bytes } from '../fixtures/bytes.ts';
import type { Person } from './build-account.ts';
import { uploadFile } from './upload-file.ts';

/** Operations of one batch. */
const atOnce = 500;

/**
 * Makes a folder of `wide` files side by side and, for each level, a further folder that holds `times` copies of the one
 * before. Returns the id of the last one, and how many folders and files it is with all it holds.
 */
export async function growTree(
  person: Person,
  { wide, levels, times }: { wide: number; levels: number; times: number },
): Promise<{ id: string; count: number }> {
  const first = await person.api.folders.create({ name: 'Level 0', parentId: null });
  const { id: fileId } = await uploadFile(person, { name: 'leaf.txt', body: bytes(40_000), folderId: first.id });
  for (let made = 1; made < wide; made += atOnce) {
    const operations = Array.from({ length: Math.min(atOnce, wide - made) }, (_, i) => ({
      do: 'copy' as const,
      id: fileId,
      parentId: first.id,
      name: `leaf ${made + i}.txt`,
    }));
    await person.api.batch({ operations });
  }
  let { id } = first;
  let count = wide + 1;
  for (let level = 1; level <= levels; level += 1) {
    const { id: next } = await person.api.folders.create({ name: `Level ${level}`, parentId: null });
    await person.api.entries.update({ id, parentId: next });
    for (let copy = 1; copy < times; copy += 1) await person.api.entries.copy({ id, parentId: next });
    id = next;
    count = count * times + 1;
  }
  return { id, count };
}
