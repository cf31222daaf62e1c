import type { Integrity } from '#contract/entries.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';

/** Tells the sums of what a file shows, and when its bytes were compared with them. Throws object-not-found. */
export function createReadIntegrity({ db }: { db: Database }) {
  return async (scope: Scope, fileId: string): Promise<Integrity> => {
    const row = await db
      .selectFrom('entries')
      .innerJoin('versions', 'versions.id', 'entries.current_version')
      .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
      .select(['sha256', 'md5', 'verified_at', 'damaged_at'])
      .where('entries.id', '=', fileId)
      .where('entries.account', '=', scope.account)
      .executeTakeFirst();
    if (row === undefined || !(await liveAncestors(db, scope, [fileId])).has(fileId))
      throw new KeepsakeError('object-not-found');
    const { sha256, md5, verified_at, damaged_at } = row;
    // The last check of a damaged blob is the one that found it.
    return { sha256, md5, verifiedAt: damaged_at === null ? verified_at : null, damagedAt: damaged_at };
  };
}
