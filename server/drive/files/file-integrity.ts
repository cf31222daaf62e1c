import type { Integrity } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';

/** Reads the checksums of the current version of a file, and when its bytes were last verified. Throws object-not-found. */
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
    // The last check of a damaged blob is the one that found the damage.
    return { sha256, md5, verifiedAt: damaged_at === null ? verified_at : null, damagedAt: damaged_at };
  };
}
