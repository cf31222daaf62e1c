import { type Kysely, type Selectable, sql } from 'kysely';
import { nameKey } from '#contract/names/names.ts';
import {
  type Ancestor,
  type Contents,
  type Entry,
  type File,
  type Folder,
  type ListedFolder,
  type Preview,
  type RootFolder,
  rootName,
  toldTime,
} from '#contract/records/entries.ts';
import { prepared, preparedOfIds } from '#server/database/statements/prepared.ts';
import type { EntryRow, PreviewRow, VersionRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import { lastOf, liveAncestors } from './ancestors.ts';
import { contentUrl, previewUrl, screenUrl } from './content-urls.ts';
import { contentsOf } from './contents.ts';
import { type FolderColumns, newestPictures, picturesOf } from './folder-pictures.ts';

/** An entry with the columns of its current version, which are null for folders: all that the record of a file shows. */
export type FileRow = Selectable<EntryRow> & {
  [column in 'size' | 'content_type' | 'generation']: VersionRow[column] | null;
} & {
  preview_state: PreviewRow['state'] | null;
  preview_width: number | null;
  preview_height: number | null;
  preview_blur: string | null;
  preview_thumbnail_bytes: number | null;
  preview_seconds: number | null;
};

/** The same with what the record of a folder shows. */
export type EntryWithVersion = FileRow & FolderColumns;

/**
 * `trashed_at` where entries are read by their ids. The engine that keeps no statistics takes one account for fewer rows than a
 * list of ids: by an index with the condition on the column itself it would read all live entries of the account.
 */
export const trashedAtOfKnown = sql<number | null>`entries.trashed_at + 0`;

/** An entry that has a name in a folder. */
export type Named = { id: string; kind: 'folder' | 'file'; name: string };

/** Live entries of the account with their current versions. */
export function selectEntries(db: Kysely<Tables>, scope: Scope) {
  return selectAllEntries(db, scope).where('entries.trashed_at', 'is', null);
}

/** Those of some ids. */
export function selectEntriesOf(db: Kysely<Tables>, { account }: Scope, ids: readonly string[]) {
  return selectKnown(db, account, ids);
}

function selectKnown(db: Kysely<Tables>, account: string, ids: readonly string[]) {
  return withFolders(selectOfAccount(db, account)).where('entries.id', 'in', ids).where(trashedAtOfKnown, 'is', null);
}

const knownEntries = preparedOfIds(selectKnown);

/** The same, including entries in Trash. */
export function selectAllEntries(db: Kysely<Tables>, { account }: Scope) {
  return withFolders(selectOfAccount(db, account));
}

function withFolders(files: ReturnType<typeof selectOfAccount>) {
  return files
    .leftJoin('folder_contents', (join) =>
      join
        .onRef('folder_contents.account', '=', 'entries.account')
        .onRef('folder_contents.folder_id', '=', 'entries.id'),
    )
    .select(['folder_contents.folders', 'folder_contents.files', 'folder_contents.bytes'])
    .select(newestPictures.as('pictures'));
}

/** Live folders of the account. */
export function selectFolders(db: Kysely<Tables>, scope: Scope) {
  return selectEntries(db, scope).where('entries.kind', '=', 'folder');
}

/** Live files of the account, without the columns that only folders have: a third less work where there are many. */
export function selectFiles(db: Kysely<Tables>, { account }: Scope) {
  return selectOfAccount(db, account).where('entries.trashed_at', 'is', null).where('entries.kind', '=', 'file');
}

/** Each by its name: a plan that the database keeps would not fit any more once a later version adds a column. */
const entryColumns = [
  'entries.id',
  'entries.account',
  'entries.parent_id',
  'entries.kind',
  'entries.name',
  'entries.name_key',
  'entries.created_at',
  'entries.modified_at',
  'entries.trashed_at',
  'entries.current_version',
  'entries.sort_name',
  'entries.sort_size',
  'entries.sort_kind',
  'entries.starred_at',
  'entries.content_at',
  'entries.taken_at',
] as const;

/** Entries with their current versions. */
function selectOfAccount(db: Kysely<Tables>, account: string) {
  return db
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .select(entryColumns)
    .leftJoin('previews', 'previews.blob_id', 'versions.blob_id')
    .select(['versions.size', 'versions.content_type', 'versions.generation'])
    .select([
      'previews.state as preview_state',
      'previews.width as preview_width',
      'previews.height as preview_height',
      'previews.blur as preview_blur',
      'previews.thumbnail_bytes as preview_thumbnail_bytes',
      'previews.seconds as preview_seconds',
    ])
    .where('entries.account', '=', account);
}

/** The records of the live entries among those ids; the others are missing from the map. */
export async function readEntries(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  if (ids.length === 0) return found;
  const lines = await liveAncestors(db, scope, ids);
  const rows = await knownEntries(db, scope.account, ids);
  for (const row of rows) {
    const line = lines.get(row.id);
    if (line !== undefined) found.set(row.id, entryRecord(row, line.slice(0, -1)));
  }
  return found;
}

/** The record of a folder or file with the given ancestors. */
export function entryRecord(row: EntryWithVersion, above: readonly Ancestor[]): Entry {
  if (row.kind === 'file') return { folder: null, file: fileRecord(row, above) };
  const path = above.map(({ id, name }) => ({ id, name }));
  return { folder: folderRecord(row, path), file: null };
}

/** The folder record of specification section 3. */
export function folderRecord(row: EntryWithVersion, path: Ancestor[]): Folder {
  return { ...listedFolder(row, lastOf(path)), path };
}

/** The same without the path, for a listing. */
export function listedFolder(row: EntryWithVersion, parentId: string | null): ListedFolder {
  const { id, name, account: userId, created_at: createdAt } = row;
  const starred = row.starred_at !== null;
  return {
    id,
    name,
    parentId,
    userId,
    createdAt,
    starred,
    contents: contentsOf(row),
    pictures: picturesOf(row.pictures),
  };
}

/** The file record of specification section 3. Its url names the version, so the bytes at a url never change. */
export function fileRecord(row: FileRow, above: readonly Ancestor[]): File {
  return {
    id: row.id,
    name: row.name,
    url: contentUrl(row.id, row.current_version, row.name),
    createdAt: row.created_at,
    folderId: lastOf(above),
    userId: row.account,
    size: required(row.size, 'size of a file'),
    contentType: required(row.content_type, 'content type of a file'),
    modifiedAt: toldTime(row.modified_at),
    takenAt: row.taken_at,
    preview: previewOf(row, row.current_version),
    version: required(row.generation, 'generation of a file'),
    starred: row.starred_at !== null,
  };
}

type PreviewColumns = Pick<
  FileRow,
  | 'id'
  | 'preview_state'
  | 'preview_width'
  | 'preview_height'
  | 'preview_blur'
  | 'preview_thumbnail_bytes'
  | 'preview_seconds'
>;

/** The thumbnail of a version of the file with that id. */
export function previewOf(row: PreviewColumns, versionId: string | null): Preview | null {
  const { preview_state: state, preview_width: width, preview_height: height, preview_blur: blur } = row;
  if (state === 'waiting') return { state: 'making' };
  if (state !== 'made' || width === null || height === null || blur === null) return null;
  const screen = row.preview_thumbnail_bytes === null ? null : screenUrl(row.id, versionId);
  const url = previewUrl(row.id, versionId);
  return { state: 'made', url, screenUrl: screen, width, height, blur, seconds: row.preview_seconds };
}

export function rootRecord(scope: Scope, contents: Contents): RootFolder {
  return { id: null, name: rootName, parentId: null, userId: scope.account, path: [], contents };
}

/** The live entry with a name in a folder; null is Root. */
export async function findByName(
  db: Kysely<Tables>,
  { account }: Scope,
  folderId: string | null,
  name: string,
): Promise<Named | undefined> {
  const [found] = await entryOfName(db, { account, folder: folderId ?? '', key: nameKey(name) });
  return found && { id: found.id, kind: found.kind, name: found.name };
}

/** The live entries with some names in a folder, by the keys of their names. */
export async function findByNames(
  db: Kysely<Tables>,
  { account }: Scope,
  folderId: string | null,
  names: readonly string[],
): Promise<Map<string, Named>> {
  if (names.length === 0) return new Map();
  const rows = await selectNamed(db, account, folderId ?? '', names.map(nameKey)).execute();
  return new Map(rows.map(({ name_key, ...named }) => [name_key, named]));
}

const entryOfName = prepared((db, { account, folder, key }: Record<'account' | 'folder' | 'key', string>) =>
  selectNamed(db, account, folder, [key]),
);

function selectNamed(db: Kysely<Tables>, account: string, folder: string, keys: readonly string[]) {
  return (
    db
      .selectFrom('entries')
      .select(['id', 'kind', 'name', 'name_key'])
      .where('account', '=', account)
      // The expression of the index of live names.
      .where(sql<string>`coalesce(parent_id, '')`, '=', folder)
      .where('name_key', 'in', keys)
      .where('trashed_at', 'is', null)
  );
}
