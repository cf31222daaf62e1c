import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

/** A local file. `names` are those of its folders and its own, relative to the destination folder. */
export type LocalFile = { path: string; names: string[]; size: number; modifiedAt: number };

export type LocalTree = { files: LocalFile[]; folders: string[][] };

/** Everything below the given files and folders, each named by the last part of its path. Follows symbolic links. */
export async function readTree(paths: readonly string[]): Promise<LocalTree> {
  const tree: LocalTree = { files: [], folders: [] };
  for (const path of paths) await add(resolve(path), [basename(resolve(path))]);
  return tree;

  async function add(path: string, names: string[]): Promise<void> {
    const { size, mtimeMs, ...kind } = await stat(path).then((found) => ({
      size: found.size,
      mtimeMs: found.mtimeMs,
      isFile: found.isFile(),
      isFolder: found.isDirectory(),
    }));
    if (kind.isFile) tree.files.push({ path, names, size, modifiedAt: Math.max(Math.floor(mtimeMs), 0) });
    if (!kind.isFolder) return;
    tree.folders.push(names);
    for (const name of (await readdir(path)).toSorted()) await add(join(path, name), [...names, name]);
  }
}
