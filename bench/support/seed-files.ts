import { join } from 'node:path';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { kindOf } from '#contract/kinds.ts';
import { nameKey } from '#contract/names/names.ts';
import { naturalKey } from '#contract/names/natural-order.ts';
import type { Folder } from '#contract/records/entries.ts';
import { addContents } from '#server/database/folder-contents.ts';
import { isOnServer } from '#server/database/long-transaction.ts';
import { newId } from '#server/database/new-id.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { indexNames } from '#server/drive/name-index/index-names.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';

/** The database of a server: SQLite in its data folder, or the one at the URL. */
export type DatabaseOf = { dataFolder: string; databaseUrl?: string | undefined };

/** `age`: milliseconds between its modification and that of the original. */
export type SeededFile = { name: string; size: number; contentType: string; age: number; starred?: boolean };

type Seed = {
  folders: number;
  filesInEach: number;
  /** What each is like, counted through all folders. */
  fileOf?: (at: number) => SeededFile;
  /** Whether search finds them. */
  isFindable?: boolean;
};

const rowsAtOnce = 5000;
const types = ['text/plain', 'image/png', 'application/pdf'];

/**
 * Creates folders in Root with `filesInEach` files, far faster than by uploads: writes the rows directly into the database,
 * and all files share the bytes of one that was uploaded. Returns the folders.
 */
export async function seedFiles(
  { dataFolder, databaseUrl }: DatabaseOf,
  person: Person,
  { folders, filesInEach, fileOf = (at) => plainFile(at % filesInEach, filesInEach), isFindable = false }: Seed,
): Promise<Folder[]> {
  const { db, close } = await openDatabase({ url: databaseUrl, file: join(dataFolder, 'keepsake.db') });
  const { id } = await uploadFile(person, { name: 'original.txt', body: Buffer.from('The same in each of them') });
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const version = await db.selectFrom('versions').selectAll().where('entry_id', '=', id).executeTakeFirstOrThrow();
  const created: Folder[] = [];
  for (let folder = 0; folder < folders; folder += 1) {
    const parent = await person.api.folders.create({ name: `Seeded ${folder}`, parentId: null });
    created.push(parent);
    for (let at = 0; at < filesInEach; at += rowsAtOnce) {
      const files = Array.from({ length: Math.min(rowsAtOnce, filesInEach - at) }, (_, i) => {
        const number = folder * filesInEach + at + i;
        return { ...fileOf(number), id: newId(), versionId: newId(), createdAt: entry.created_at + number };
      });
      await db.transaction().execute(async (trx) => {
        await insertFiles(trx, { entry, version, parentId: parent.id }, files);
        const bytes = files.reduce((sum, { size }) => sum + size, 0);
        await addContents(trx, entry.account, new Map([[parent.id, { folders: 0, files: files.length, bytes }]]));
        if (isFindable) await indexNames(trx, systemScope(entry.account), files);
      });
    }
  }
  await close();
  return created;
}

/** In another order by each key. */
function plainFile(at: number, all: number): SeededFile {
  return {
    name: `seeded ${at}.txt`,
    size: (at * 7919) % all,
    contentType: types[at % types.length] ?? '',
    age: (at * 31) % all,
  };
}

type Original = { entry: Selectable<Tables['entries']>; version: Selectable<Tables['versions']>; parentId: string };
type Row = SeededFile & { id: string; versionId: string; createdAt: number };

/** The rows travel as JSON: two million variables would take minutes. */
async function insertFiles(trx: Transaction<Tables>, { entry, version, parentId }: Original, files: Row[]) {
  const json = JSON.stringify(
    files.map(({ name, contentType, age, starred, ...file }) => ({
      ...file,
      name,
      contentType,
      nameKey: nameKey(name),
      sortName: naturalKey(name),
      kind: kindOf(contentType),
      modifiedAt: entry.modified_at - age,
      // As in a folder of photographs and other things.
      takenAt: contentType.startsWith('image/') ? entry.created_at - age * 1000 : null,
      starredAt: starred ? entry.created_at : null,
    })),
  );
  const rows = isOnServer(trx)
    ? sql`jsonb_array_elements(${json}::jsonb) as rows(value)`
    : sql`json_each(${json}) as rows`;
  await insertLike(trx, 'entries', entry, rows, {
    id: text('id'),
    parent_id: sql`cast(${parentId} as text)`,
    name: text('name'),
    name_key: text('nameKey'),
    created_at: integer('createdAt'),
    modified_at: integer('modifiedAt'),
    current_version: text('versionId'),
    sort_name: text('sortName'),
    sort_size: integer('size'),
    sort_kind: text('kind'),
    starred_at: integer('starredAt'),
    taken_at: integer('takenAt'),
  });
  await insertLike(trx, 'versions', version, rows, {
    id: text('versionId'),
    entry_id: text('id'),
    size: integer('size'),
    content_type: text('contentType'),
  });
}

/** Inserts rows like one that is there, except for some columns. */
async function insertLike(
  trx: Transaction<Tables>,
  table: 'entries' | 'versions',
  like: { id: string },
  rows: RawBuilder<unknown>,
  others: Record<string, RawBuilder<unknown>>,
): Promise<void> {
  const columns = Object.keys(like);
  const values = columns.map((column) => others[column] ?? sql.ref(`original.${column}`));
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${rows} cross join ${sql.table(table)} as original where original.id = ${like.id}
  `.execute(trx);
}

function text(key: string): RawBuilder<unknown> {
  return sql`rows.value ->> ${sql.lit(key)}`;
}

function integer(key: string): RawBuilder<unknown> {
  return sql`cast(rows.value ->> ${sql.lit(key)} as bigint)`;
}
