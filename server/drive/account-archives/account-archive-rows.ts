import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { type ArchivePage, pageOf } from '../archives/archive-page.ts';
import { columnsOf, entriesOf, type PageStart } from '../archives/archive-rows.ts';

const factColumns = [
  'facts.taken_local',
  'facts.taken_offset',
  'facts.taken_from',
  'facts.camera',
  'facts.lens',
  'facts.aperture',
  'facts.exposure',
  'facts.iso',
  'facts.focal_length',
  'facts.latitude',
  'facts.longitude',
  'facts.width',
  'facts.height',
  'facts.seconds',
  'facts.pages',
  'facts.title',
  'facts.artist',
  'told_facts.taken_at as told_taken_at',
  'told_facts.description as told_description',
  'told_facts.latitude as told_latitude',
  'told_facts.longitude as told_longitude',
] as const;

const contentColumns = [
  'blobs.sha256',
  'blobs.crc32',
  'blobs.damaged_at',
  'versions.blob_id',
  'versions.content_type',
  'versions.generation',
  'versions.created_at as stored_at',
  'versions.metadata',
  'versions.file_modified_at',
] as const;

/** A page of entries with all that is told of them. */
export type EntryPage = ArchivePage & { rows: readonly EntryPageRow[] };
export type EntryPageRow = Awaited<ReturnType<typeof readRows>>[number];
export type OldVersionRow = Awaited<ReturnType<typeof readOldVersions>>[number];

export async function readEntryPage(db: Kysely<Tables>, scope: Scope, start: PageStart): Promise<EntryPage> {
  const rows = await readRows(db, scope, start);
  return { ...pageOf(columnsOf(rows, start)), rows };
}

async function readRows(db: Kysely<Tables>, scope: Scope, start: PageStart) {
  return await entriesOf(db, scope, start)
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .leftJoin('blobs', 'blobs.id', 'versions.blob_id')
    .leftJoin('facts', 'facts.blob_id', 'versions.blob_id')
    .leftJoin('told_facts', 'told_facts.blob_id', 'versions.blob_id')
    .select(['entries.starred_at', 'entries.trashed_at', 'entries.sort_size as size'])
    .select(contentColumns)
    .select(factColumns)
    .execute();
}

/** The next so many versions of some files behind one that are not the current ones, file by file, the oldest first. */
export async function readOldVersions(
  db: Kysely<Tables>,
  { account }: Scope,
  fileIds: readonly string[],
  { after, limit }: { after: { entry_id: string; generation: number } | undefined; limit: number },
) {
  if (fileIds.length === 0) return [];
  const all = db
    .selectFrom('versions')
    .innerJoin('entries', 'entries.id', 'versions.entry_id')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['versions.entry_id', 'versions.size', 'entries.name'])
    .select(contentColumns)
    .where('versions.entry_id', 'in', fileIds)
    .where('entries.account', '=', account)
    .whereRef('versions.id', '!=', 'entries.current_version')
    .orderBy('versions.entry_id')
    .orderBy('versions.generation')
    .limit(limit);
  if (after === undefined) return await all.execute();
  return await all
    .where((eb) =>
      eb(eb.refTuple('versions.entry_id', 'versions.generation'), '>', eb.tuple(after.entry_id, after.generation)),
    )
    .execute();
}
