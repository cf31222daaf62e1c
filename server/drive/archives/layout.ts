import { createHash } from 'node:crypto';
import { maxArchiveEntries } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { type ArchivePage, addFolders, digestOf, membersOf } from './archive-page.ts';
import type { PageStart } from './archive-rows.ts';
import { createFolderPaths, type FolderPaths } from './folder-paths.ts';
import { walkPages } from './walk-pages.ts';
import { type Directory, directoryLength, memberLength } from './zip-format.ts';
import { createZipNames } from './zip-names.ts';

/** A page of an archive: where its members and their headers in the directory begin, and what they have to be. */
export type LayoutPage = {
  start: PageStart;
  /** In bytes, from the start of the archive. */
  offset: number;
  /** In bytes, from the start of the directory. */
  directoryOffset: number;
  /** The names that are others in the archive, by their place in the page. */
  renamed: ReadonlyMap<number, string>;
  digest: string;
};

/**
 * Where everything stands in an archive, so that any range of it can be made. It holds what folders are called and a few numbers
 * for each page; the members are read again, page by page, whenever they are sent.
 */
export type Layout = {
  pages: readonly LayoutPage[];
  paths: Pick<FolderPaths, 'of'>;
  directory: Directory;
  /** How many names it holds: those of folders, and those that are others in the archive. */
  names: number;
  /** Equal for archives of the same bytes. */
  tag: string;
};

type Reading = {
  read: (start: PageStart) => Promise<ArchivePage>;
  /** The entries at the top of the archive, or the folder whose children are. */
  top: { ids: readonly string[] } | { folder: string | null };
};

/** Paths of folders may have so many characters together: deep folders with long names have long ones, which take their time. */
const maxPathsLength = 64 * 1024 ** 2;

/**
 * Lays out an archive: what is at its top, then the children of its folders level by level. Throws too-much-at-once and what
 * `read` throws.
 */
export async function layOut({ read, top }: Reading): Promise<Layout> {
  const pages: LayoutPage[] = [];
  const paths = createFolderPaths();
  const whole = createHash('sha256');
  const directory = { offset: 0, length: 0, count: 0 };
  const otherNames = createZipNames();
  let names = 0;
  let pathsLength = 0;

  for await (const { start, page } of walkPages(read, top)) add(start, page);
  return { pages, paths, directory, names: names + paths.size, tag: whole.digest('base64url') };

  function add(start: PageStart, page: ArchivePage): void {
    const renamed = otherNames(page);
    names += renamed.size;
    const members = membersOf(page, { paths, renamed });
    addFolders(paths, page, renamed);
    for (const at of page.folders.keys()) pathsLength += members[at]?.path.length ?? 0;
    if (pathsLength > maxPathsLength) throw new KeepsakeError('too-much-at-once');
    const digest = digestOf(page);
    pages.push({ start, offset: directory.offset, directoryOffset: directory.length, renamed, digest });
    for (const member of members) {
      directory.length += directoryLength(member, directory.offset);
      directory.offset += memberLength(member);
    }
    directory.count += page.count;
    if (directory.count > maxArchiveEntries) throw new KeepsakeError('too-much-at-once');
    whole.update(digest);
  }
}
