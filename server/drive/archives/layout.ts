import { createHash } from 'node:crypto';
import { maxArchiveEntries } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { type ArchiveRow, type PageStart, pageRows } from './archive-rows.ts';
import { type Directory, directoryLength, memberLength, type ZipMember } from './zip-format.ts';
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
  /** Rows of a page with their CRC-32. */
  read: (start: PageStart) => Promise<ArchiveRow[]>;
  /** The entries at the top of the archive, or the folder whose children are. */
  top: { ids: readonly string[] } | { folder: string | null };
};

/**
 * Lays out an archive: what is at its top, then the children of its folders level by level. Throws file-damaged,
 * too-much-at-once.
 */
export async function layOut({ read, top }: Reading): Promise<Layout> {
  const pages: LayoutPage[] = [];
  const paths = new Map<string, string>();
  const whole = createHash('sha256');
  const directory = { offset: 0, length: 0, count: 0 };
  let nameIn = createZipNames();
  let nameInOf: string | null | undefined;
  let names = 0;
  let level: string[] = [];

  if ('ids' in top) for (const ids of groupsOf(top.ids)) await add({ ids });
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
      const rows = await add({ folders: rest });
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      await addRest(last.parent_id, last);
      const begun = new Set(rows.map(({ parent_id }) => parent_id));
      rest = rest.filter((id) => !begun.has(id));
    }
  }

  async function addRest(folder: string | null, from: ArchiveRow | undefined): Promise<void> {
    for (let after = from; ; ) {
      const rows = await add({ folder, ...(after && { after: placeOf(after) }) });
      if (rows.length < pageRows) return;
      after = rows.at(-1);
    }
  }

  async function add(start: PageStart): Promise<ArchiveRow[]> {
    const rows = await read(start);
    if (rows.length === 0) return rows;
    const renamed = new Map<number, string>();
    for (const [at, row] of rows.entries()) {
      const folder = 'ids' in start ? null : row.parent_id;
      if (folder !== nameInOf) [nameIn, nameInOf] = [createZipNames(), folder];
      const name = nameIn(row);
      if (name !== row.name) renamed.set(at, name);
      if (row.kind !== 'folder') continue;
      paths.set(row.id, `${pathAbove(paths, row)}${name}/`);
      level.push(row.id);
    }
    names += renamed.size;
    const members = membersOf(rows, { paths, renamed });
    const digest = digestOf(rows, members);
    pages.push({ start, offset: directory.offset, directoryOffset: directory.length, renamed, digest });
    for (const member of members) {
      directory.length += directoryLength(member, directory.offset);
      directory.offset += memberLength(member);
    }
    directory.count += members.length;
    if (directory.count > maxArchiveEntries) throw new KeepsakeError('too-much-at-once');
    whole.update(digest);
    return rows;
  }
}

/** The rows of a page as members of an archive. Throws file-damaged. */
export function membersOf(
  rows: readonly ArchiveRow[],
  { paths, renamed }: Pick<Layout, 'paths'> & Pick<LayoutPage, 'renamed'>,
): ZipMember[] {
  return rows.map((row, at) => {
    if (row.damaged_at !== null) throw new KeepsakeError('file-damaged', { data: { name: row.name } });
    const end = row.kind === 'folder' ? '/' : '';
    return {
      path: Buffer.from(`${pathAbove(paths, row)}${renamed.get(at) ?? row.name}${end}`),
      size: row.size ?? 0,
      crc32: row.crc32 ?? 0,
      modifiedAt: row.modified_at,
    };
  });
}

/** Tells whether a page is still what it was. */
export function digestOf(rows: readonly ArchiveRow[], members: readonly ZipMember[]): string {
  const hash = createHash('sha256');
  for (const [at, { path, size, crc32, modifiedAt }] of members.entries())
    hash.update(path).update(` ${size} ${crc32} ${modifiedAt} ${rows[at]?.sha256}\n`);
  return hash.digest('base64');
}

/** Empty for what is at the top of the archive. */
function pathAbove(paths: ReadonlyMap<string, string>, { parent_id }: ArchiveRow): string {
  return (parent_id !== null && paths.get(parent_id)) || '';
}

function placeOf({ kind, created_at, id }: ArchiveRow) {
  return { kind, created_at, id };
}

function* groupsOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += pageRows) yield ids.slice(at, at + pageRows);
}
