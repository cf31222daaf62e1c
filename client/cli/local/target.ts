import { lstat, mkdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { printable } from '#contract/names/printable.ts';

/** A name or a link would have a file written elsewhere than in the folder that the person named. */
export class UnsafeTarget extends Error {}

const isOnWindows = sep === '\\';

/** Where something that the server calls `name` is written in a local folder. Throws UnsafeTarget. */
export function targetIn(folder: string, name: string): string {
  const isUnsafe = ['', '.', '..'].includes(name) || /[/\0]/.test(name) || (isOnWindows && /[\\:]/.test(name));
  if (isUnsafe) throw new UnsafeTarget(`The server sent a name that cannot be used here: "${printable(name)}".`);
  return join(folder, name);
}

/** Where what the server calls `name` is written: inside `to` if that is an existing folder, otherwise `to` itself. Throws UnsafeTarget. */
export async function targetFor(name: string, to: string | undefined): Promise<string> {
  if (to === undefined) return targetIn('', name);
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? targetIn(to, name) : to;
}

/** Creates a folder below one that was named, unless it is there. Throws UnsafeTarget where a link is in its place. */
export async function createFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink()) throw new UnsafeTarget(`A link is in the place of the folder "${printable(path)}".`);
  if (found === undefined) await mkdir(path);
}

/** Throws, as the disk would in the end, where a folder is in the place of a file. */
export async function refuseFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path });
}

/** Throws UnsafeTarget if the disk takes a path for that of a file which was just written under another name. */
export async function refuseSameFile(written: readonly string[], path: string): Promise<void> {
  for (const other of written)
    if (await isSameFile(other, path))
      throw new UnsafeTarget(
        `This disk does not tell it from "${printable(basename(other))}", which was written before.`,
      );
}

async function isSameFile(...paths: [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
