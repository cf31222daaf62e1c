import { createHash } from 'node:crypto';
import type { FolderPaths } from './folder-paths.ts';
import type { ZipMember } from './zip-format.ts';

/**
 * The entries of a page, column by column: each is one text with slashes between, which no name and no id has. As objects they
 * would take twice as long and several times the memory.
 */
export type PageColumns = {
  ids: string;
  /** The folders in which they are, or the one in which all are; empty for the top of the archive. */
  parents: string;
  names: string;
  /** Of the content of files; empty for a folder. */
  versions: string;
  /** In bytes. */
  sizes: string;
  /** In milliseconds since the epoch, like `modified`. */
  created: string;
  modified: string;
};

/** A page of an archive. */
export type ArchivePage = {
  columns: PageColumns;
  count: number;
  names: readonly string[];
  /** The ids of its folders, by their places in it. */
  folders: ReadonlyMap<number, string>;
  /** The folder in which the entry at a place is; empty for the top of the archive. */
  parentAt: (at: number) => string;
};

/** The page that has these columns. */
export function pageOf(columns: PageColumns): ArchivePage {
  const names = columns.names === '' ? [] : columns.names.split('/');
  const parents = columns.parents.split('/');
  return {
    columns,
    count: names.length,
    names,
    folders: foldersIn(columns),
    parentAt: (at) => parents[at] ?? parents[0] ?? '',
  };
}

/** Tells whether a page is still what it was. A version has the same bytes for ever. */
export function digestOf({ columns: { parents, names, versions, sizes, modified } }: ArchivePage): string {
  const text = `${parents}\n${[names, versions, sizes, modified].join('/')}`;
  return createHash('sha256').update(text).digest('base64');
}

/**
 * The entries of a page as members of an archive. `paths`: of the folders that they are in; `renamed`: names that are others in
 * the archive, by their place in the page.
 */
export function membersOf(
  { columns, names, folders, parentAt }: ArchivePage,
  { paths, renamed }: { paths: Pick<FolderPaths, 'of'>; renamed: ReadonlyMap<number, string> },
): ZipMember[] {
  const [sizes, modified] = [columns.sizes.split('/'), columns.modified.split('/')];
  return names.map((name, at) => ({
    path: `${paths.of(parentAt(at))}${renamed.get(at) ?? name}${folders.has(at) ? '/' : ''}`,
    size: Number(sizes[at]),
    modifiedAt: Number(modified[at]),
  }));
}

/** Notes the folders of a page, so that their children have paths. */
export function addFolders(
  paths: Pick<FolderPaths, 'add'>,
  { names, folders, parentAt }: ArchivePage,
  renamed: ReadonlyMap<number, string>,
): void {
  for (const [at, id] of folders) paths.add(id, { in: parentAt(at), name: renamed.get(at) ?? names[at] ?? '' });
}

/** The last entry of a page that has one, after which the next one begins. */
export function lastOf({ columns: { ids, created }, count, folders, parentAt }: ArchivePage) {
  return {
    id: lastIn(ids),
    kind: folders.has(count - 1) ? ('folder' as const) : ('file' as const),
    created_at: Number(lastIn(created)),
    parent: parentAt(count - 1),
  };
}

function lastIn(column: string): string {
  return column.slice(column.lastIndexOf('/') + 1);
}

function foldersIn({ ids, versions }: PageColumns): Map<number, string> {
  const isFolder = (version: string | undefined) => version === '';
  // Most pages have none.
  if (!`/${versions}/`.includes('//')) return new Map();
  const ofAll = versions.split('/');
  return new Map([...ids.split('/').entries()].filter(([at]) => isFolder(ofAll[at])));
}
