import type { Kysely } from 'kysely';
import type { Version } from '#contract/api/versions-api.ts';
import type { Tables } from '#server/database/tables.ts';
import { contentUrl } from '../tree/content-urls.ts';
import { previewOf } from '../tree/records.ts';
import type { LiveFile } from './live-files.ts';

/** The versions of a file with their thumbnails. */
export function selectVersions(db: Kysely<Tables>, fileId: string) {
  return db
    .selectFrom('versions')
    .leftJoin('previews', 'previews.blob_id', 'versions.blob_id')
    .select(['versions.id', 'versions.generation', 'versions.size', 'versions.content_type', 'versions.created_at'])
    .select([
      'previews.state as preview_state',
      'previews.width as preview_width',
      'previews.height as preview_height',
      'previews.blur as preview_blur',
      'previews.thumbnail_bytes as preview_thumbnail_bytes',
      'previews.seconds as preview_seconds',
    ])
    .where('versions.entry_id', '=', fileId);
}

type VersionColumns = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>;

export function versionRecord(file: LiveFile, row: VersionColumns): Version {
  return {
    id: row.id,
    version: row.generation,
    isCurrent: row.id === file.versionId,
    size: row.size,
    contentType: row.content_type,
    createdAt: row.created_at,
    url: contentUrl(file.id, row.id, file.name),
    preview: previewOf({ ...row, id: file.id }, row.id),
  };
}
