import type { Kysely } from 'kysely';
import { toldTime } from '#contract/records/entries.ts';
import { bucketName, type ObjectMetadata } from '#contract/records/objects.ts';
import type { Tables } from '#server/database/tables.ts';
import type { ToldHashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import { contentUrl } from '../tree/content-urls.ts';
import { trashedAtOfKnown } from '../tree/records.ts';
import { readMetadata } from '../versions/version-metadata.ts';

export type ObjectRow = Awaited<ReturnType<ReturnType<typeof selectObjects>['executeTakeFirstOrThrow']>>;

/**
 * Versions of files of the account that are told by their ids, each with its file and blob; also of files in Trash. The time
 * of modification is that which the file had with the version.
 */
export function selectObjectVersions(db: Kysely<Tables>, scope: Scope) {
  return db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.entry_id', 'entries.id')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['entries.id as file_id', 'entries.name', 'entries.created_at'])
    .select(['versions.id as version_id', 'versions.generation', 'versions.metageneration', 'versions.size'])
    .select(['versions.content_type', 'versions.metadata', 'versions.created_at as stored_at', 'versions.updated_at'])
    .select(['blobs.id as blob_id', 'blobs.sha256', 'blobs.md5'])
    .select(({ fn }) => fn.coalesce('versions.file_modified_at', 'entries.modified_at').as('modified_at'))
    .where('entries.account', '=', scope.account);
}

/** The same, of live files only. */
export function selectObjects(db: Kysely<Tables>, scope: Scope) {
  return selectObjectVersions(db, scope).where(trashedAtOfKnown, 'is', null);
}

/** The same, current versions only. */
export function selectCurrentObjects(db: Kysely<Tables>, scope: Scope) {
  return selectObjects(db, scope).whereRef('versions.id', '=', 'entries.current_version');
}

/** The metadata of a stored object (specification, section 3). */
export function objectRecord(
  scope: Scope,
  folders: readonly string[],
  row: ObjectRow,
  { sha256, md5 }: ToldHashes,
): ObjectMetadata {
  const stored = readMetadata(row.metadata);
  return {
    bucket: bucketName,
    fullPath: [scope.account, ...folders, row.name].join('/'),
    name: row.name,
    generation: row.generation,
    metageneration: row.metageneration,
    size: row.size,
    timeCreated: row.created_at,
    updated: row.updated_at ?? row.stored_at,
    modifiedAt: toldTime(row.modified_at),
    md5Hash: md5,
    sha256,
    contentType: row.content_type,
    cacheControl: stored.cacheControl ?? null,
    contentDisposition: stored.contentDisposition ?? null,
    contentEncoding: stored.contentEncoding ?? null,
    contentLanguage: stored.contentLanguage ?? null,
    customMetadata: stored.customMetadata ?? {},
    fileId: row.file_id,
    url: contentUrl(row.file_id, row.version_id, row.name),
  };
}
