import { type Kysely, type Selectable, sql } from 'kysely';
import { ofKnown } from '#server/database/known-rows.ts';
import type { EntryRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { trashedAtOfKnown } from '../tree/records.ts';
import { purging } from '../tree/trashed-at.ts';
import { type ArchivePage, type PageColumns, pageOf } from './archive-page.ts';

/** Rows of one page of an archive. */
export const pageRows = 1000;

/**
 * Where a page of an archive begins: entries by their ids, the children of some folders, those of one folder (null: Root)
 * behind one of them, or what lies in Trash behind an id.
 */
export type PageStart =
  | { ids: readonly string[] }
  | { folders: readonly string[] }
  | { folder: string | null; after?: Pick<Selectable<EntryRow>, 'kind' | 'created_at' | 'id'> | undefined }
  | { trashAfter: string };

/** A folder or file of an archive with the blob of its content. `version` is that of its content, null for a folder. */
export type StoredRow = Awaited<ReturnType<typeof readStoredRows>>[number];

/** A page of at most `pageRows` entries, in the same order each time. */
export async function readPage(db: Kysely<Tables>, scope: Scope, start: PageStart): Promise<ArchivePage> {
  const parent = oneParent(start);
  const entries = entriesOf(db, scope, start).select('entries.sort_size as size');
  const columns = await db
    .selectFrom(entries.as('page'))
    .select([textOf('id').as('ids'), textOf('name').as('names'), textOf('version').as('versions')])
    .select([textOf('size').as('sizes'), textOf('created_at').as('created'), textOf('modified_at').as('modified')])
    .select((parent === undefined ? textOf('parent_id') : sql<string>`${parent}`).as('parents'))
    .executeTakeFirstOrThrow();
  return pageOf(columns);
}

/** The rows of a page with what is needed to send them. Throws file-damaged. */
export async function readStoredRows(db: Kysely<Tables>, scope: Scope, start: PageStart) {
  const rows = await entriesOf(db, scope, start)
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .leftJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select((eb) => eb.fn.coalesce('versions.size', sql<number>`0`).as('size'))
    .select(['versions.blob_id', 'blobs.sha256', 'blobs.crc32', 'blobs.damaged_at'])
    .execute();
  const damaged = rows.find(({ damaged_at }) => damaged_at !== null);
  if (damaged !== undefined) throw new KeepsakeError('file-damaged', { data: { name: damaged.name } });
  return rows;
}

/** The columns of a page that was read row by row. */
export function columnsOf(rows: readonly StoredRow[], start: PageStart): PageColumns {
  const column = (of: (row: StoredRow) => string | number | null) => rows.map((row) => of(row) ?? '').join('/');
  return {
    ids: column(({ id }) => id),
    parents: oneParent(start) ?? column(({ parent_id }) => parent_id),
    names: column(({ name }) => name),
    versions: column(({ version }) => version),
    sizes: column(({ size }) => size),
    created: column(({ created_at }) => created_at),
    modified: column(({ modified_at }) => modified_at),
  };
}

/** Where all entries of a page are; undefined if they are in several folders. */
function oneParent(start: PageStart): string | undefined {
  if ('ids' in start || 'trashAfter' in start) return '';
  return 'folder' in start ? (start.folder ?? '') : undefined;
}

/** Whether any bytes of the account are known to be damaged. */
export async function hasDamage(db: Kysely<Tables>, { account }: Scope): Promise<boolean> {
  // Few are, of all accounts together.
  const damaged = db
    .selectFrom('blobs')
    .select('id')
    .where('damaged_at', 'is not', null)
    .where(ofKnown('account'), '=', account);
  return (await damaged.limit(1).executeTakeFirst()) !== undefined;
}

/** The entries of a page in their order. */
export function entriesOf(db: Kysely<Tables>, scope: Scope, start: PageStart) {
  const rows = db
    .selectFrom('entries')
    .select(['entries.id', 'entries.parent_id', 'entries.kind', 'entries.name', 'entries.created_at'])
    .select(['entries.modified_at', 'entries.current_version as version'])
    .where('entries.account', '=', scope.account);
  if ('ids' in start)
    return rows.where('entries.id', 'in', start.ids).where(trashedAtOfKnown, 'is', null).orderBy('entries.id');
  if ('trashAfter' in start)
    return rows
      .where('entries.trashed_at', '>', purging)
      .where('entries.id', '>', start.trashAfter)
      .orderBy('entries.id')
      .limit(pageRows);
  const children = rows
    .where('entries.trashed_at', 'is', null)
    .orderBy('entries.parent_id')
    .orderBy('entries.kind')
    .orderBy('entries.created_at')
    .orderBy('entries.id')
    .limit(pageRows);
  if ('folders' in start) return children.where('entries.parent_id', 'in', start.folders);
  const { folder, after } = start;
  const ofOne = children.where('entries.parent_id', folder === null ? 'is' : '=', folder);
  if (after === undefined) return ofOne;
  return ofOne.where((eb) =>
    eb(
      eb.refTuple('entries.kind', 'entries.created_at', 'entries.id'),
      '>',
      eb.tuple(after.kind, after.created_at, after.id),
    ),
  );
}

/** Of all rows in the order of the page; empty where there are none. */
function textOf(name: string) {
  return sql<string>`coalesce(string_agg(coalesce(cast(${sql.ref(`page.${name}`)} as text), ''), '/'), '')`;
}
