import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxArchiveEntries } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { type ArchivePage, digestOf, lastOf, membersOf } from './archive-page.ts';
import { type PageStart, pageRows } from './archive-rows.ts';
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
  /** By the ids of folders, with a slash at the end. */
  paths: ReadonlyMap<string, string>;
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

/**
 * Lays out an archive: what is at its top, then the children of its folders level by level. Throws too-much-at-once and what
 * `read` throws.
 */
export async function layOut({ read, top }: Reading): Promise<Layout> {
  const pages: LayoutPage[] = [];
  const paths = new Map<string, string>();
  const whole = createHash('sha256');
  const directory = { offset: 0, length: 0, count: 0 };
  const otherNames = createZipNames();
  let names = 0;
  let level: string[] = [];

  if ('ids' in top) for (const ids of groupsOf(top.ids)) add({ ids }, await read({ ids }));
  else await addRest(top.folder, undefined);
  while (level.length > 0) {
    const folders = level.toSorted();
    level = [];
    for (const group of groupsOf(folders)) await addChildren(group);
  }
  return { pages, paths, directory, names: names + paths.size, tag: whole.digest('base64url') };

  /** The children of some folders, one folder after the other. A page that is full may end within one. */
  async function addChildren(folders: string[]): Promise<void> {
    for (let rest = folders; rest.length > 0; ) {
      const start = { folders: rest };
      const page = await read(start);
      add(start, page);
      if (page.count < pageRows) return;
      const last = lastOf(page);
      await addRest(last.parent, last);
      const begun = new Set(page.columns.parents.split('/'));
      rest = rest.filter((id) => !begun.has(id));
    }
  }

  async function addRest(folder: string | null, from: ReturnType<typeof lastOf> | undefined): Promise<void> {
    let start: PageStart = { folder, after: from };
    for (let reading = read(start); ; ) {
      const page = await reading;
      const next = { folder, after: lastOf(page) };
      if (page.count === pageRows) {
        reading = read(next);
        reading.catch(() => {});
        // It is asked for, and read while this one is laid out.
        await nextTurn();
      }
      add(start, page);
      if (page.count < pageRows) return;
      start = next;
    }
  }

  function add(start: PageStart, page: ArchivePage): void {
    if (page.count === 0) return;
    const renamed = otherNames(page);
    names += renamed.size;
    const members = membersOf(page, { paths, renamed });
    for (const [at, id] of page.folders) {
      paths.set(id, members[at]?.path ?? '');
      level.push(id);
    }
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

function* groupsOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += pageRows) yield ids.slice(at, at + pageRows);
}
