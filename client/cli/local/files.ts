import { isUtf8 } from 'node:buffer';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { nameKey } from '#contract/names/names.ts';
import { localError } from './disk-errors.ts';

/** A local file. `names` are those of its folders and its own, relative to the destination folder. */
export type LocalFile = { path: string; names: string[]; size: number; modifiedAt: number };

/** Something that is left out, and why. */
export type LeftOut = { path: string; reason: string };

export type LocalFolder = Pick<LocalFile, 'path' | 'names'>;

export type LocalTree = { files: LocalFile[]; folders: LocalFolder[]; leftOut: LeftOut[] };

/** The tree is read through this folder, which links below it must not leave. */
type Top = { path: string; real: string };

/**
 * Everything below the given files and folders, each named by the last part of its path. Of links below them only those to
 * files in the same tree are followed. What cannot be read, and what is neither file nor folder, is left out. Throws when
 * one of the paths themselves cannot be read.
 */
export async function readTree(paths: readonly string[]): Promise<LocalTree> {
  const tree: LocalTree = { files: [], folders: [], leftOut: [] };
  const sent = new Map<string, string>();
  for (const path of paths.map((given) => resolve(given))) {
    const real = await realpath(path);
    const isFolder = (await stat(path)).isDirectory();
    await add(path, [basename(path)], { path, real: isFolder ? real : dirname(real) });
  }
  return tree;

  async function add(path: string, names: string[], top: Top): Promise<void> {
    try {
      const problem = path === top.path ? undefined : await linkProblem(path, top);
      if (problem !== undefined) return leaveOut(path, problem);
      const found = await stat(path);
      if (found.isDirectory()) await addFolder(path, names, top);
      else if (found.isFile())
        addFile({ path, names, size: found.size, modifiedAt: Math.max(Math.floor(found.mtimeMs), 0) });
      else leaveOut(path, 'It is neither a file nor a folder.');
    } catch (error) {
      leaveOut(path, localError(error)?.sentence ?? (error instanceof Error ? error.message : String(error)));
    }
  }

  async function addFolder(path: string, names: string[], top: Top): Promise<void> {
    const inside = await readdir(path, { encoding: 'buffer' });
    tree.folders.push({ path, names });
    for (const bytes of inside.toSorted(Buffer.compare)) {
      const name = bytes.toString('utf8');
      if (isUtf8(bytes)) await add(join(path, name), [...names, name], top);
      else leaveOut(join(path, name), 'Its name is not UTF-8.');
    }
  }

  function addFile(file: LocalFile): void {
    const key = file.names.map(nameKey).join('/');
    const same = sent.get(key);
    if (same !== undefined) return leaveOut(file.path, `On the server it would have the same name as ${same}.`);
    sent.set(key, file.path);
    tree.files.push(file);
  }

  function leaveOut(path: string, reason: string): void {
    tree.leftOut.push({ path, reason });
  }
}

/** Why a link is not followed; undefined for one that is, and for what is none. */
async function linkProblem(path: string, top: Top): Promise<string | undefined> {
  if (!(await lstat(path)).isSymbolicLink()) return undefined;
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return 'It is a link to something that is not there.';
  if (relative(top.real, target).split(sep)[0] === '..') return 'It is a link that leads out of the folder.';
  return (await stat(target)).isDirectory() ? 'It is a link to a folder.' : undefined;
}
