import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { trashedAtOfKnown } from '../tree/records.ts';

/** Rows of one page of an archive. */
export const pageRows = 500;

/**
 * Where a page of an archive begins: entries by their ids, the children of some folders, or those of one folder (null: Root)
 * behind one of them.
 */
export type PageStart =
  | { ids: readonly string[] }
  | { folders: readonly string[] }
  | { folder: string | null; after?: Pick<ArchiveRow, 'kind' | 'created_at' | 'id'> | undefined };

/** A folder or file of an archive, with the blob of its current version. */
export type ArchiveRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** The rows of a page, at most `pageRows`, in the same order each time. */
export async function readPage(db: Kysely<Tables>, scope: Scope, start: PageStart): Promise<ArchiveRow[]> {
  const rows = selectRows(db, scope);
  if ('ids' in start) {
    const ofIds = rows.where('entries.id', 'in', start.ids).where(trashedAtOfKnown, 'is', null);
    return await ofIds.orderBy('entries.id').execute();
  }
  const children = rows
    .where('entries.trashed_at', 'is', null)
    .orderBy('entries.parent_id')
    .orderBy('entries.kind')
    .orderBy('entries.created_at')
    .orderBy('entries.id')
    .limit(pageRows);
  if ('folders' in start) return await children.where('entries.parent_id', 'in', start.folders).execute();
  const { folder, after } = start;
  const ofOne = children.where('entries.parent_id', folder === null ? 'is' : '=', folder);
  if (after === undefined) return await ofOne.execute();
  return await ofOne
    .where((eb) =>
      eb(
        eb.refTuple('entries.kind', 'entries.created_at', 'entries.id'),
        '>',
        eb.tuple(after.kind, after.created_at, after.id),
      ),
    )
    .execute();
}

function selectRows(db: Kysely<Tables>, scope: Scope) {
  return db
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .leftJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['entries.id', 'entries.parent_id', 'entries.kind', 'entries.name', 'entries.created_at'])
    .select(['entries.modified_at', 'versions.blob_id', 'versions.size'])
    .select(['blobs.sha256', 'blobs.crc32', 'blobs.damaged_at'])
    .where('entries.account', '=', scope.account);
}
