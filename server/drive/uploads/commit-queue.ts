import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { createGroupCommit } from '../changes/group-commit.ts';
import type { Transactions } from '../changes/transactions.ts';
import { placeKey } from '../tree/files-at.ts';
import { needsReading } from '../versions/add-versions.ts';
import { commitUploads, contentOf, type Outcome } from './commit-in-transaction.ts';
import type { CompleteUpload, StoredUpload } from './complete-upload.ts';
import { damagedAmong } from './reusable-blobs.ts';

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  /** Transactions that may run concurrently. */
  groupsAtOnce: number;
  now: () => number;
  /** Called after a file was committed that is to be read. */
  onReadingWanted: () => void;
  /** Called for each transaction with the number of files it committed and its duration. */
  onGroup?: ((files: number, seconds: number) => void) | undefined;
};

export type CommitQueue = ReturnType<typeof createCommitQueue>;

/** Commits uploads that are complete, in groups. */
export function createCommitQueue({ db, blobs, transactions, groupsAtOnce, now, onReadingWanted, onGroup }: Deps) {
  const groups = createGroupCommit<CompleteUpload, Outcome>({
    transactions,
    groupsAtOnce,
    onGroup,
    // Only the first of each place: the next one becomes a further version.
    keyOf: ({ upload: { parent_id: folderId, name } }) => placeKey({ folderId, name }),
    prepare: async (scope, uploads) => {
      const damaged = await damagedAmong({ db, blobs }, scope, uploads.map(contentOf));
      return (write) => commitUploads(write, scope, { uploads, damaged, at: now() });
    },
  });

  return {
    /**
     * Turns a complete upload into a file; see `commitUploads`. Resolves when that is durable. Whether the account had the bytes
     * already is not told: they may be outside the scope. Throws StaleUpload, disk-full, unavailable.
     */
    async commit(scope: Scope, complete: CompleteUpload): Promise<StoredUpload | KeepsakeError> {
      const outcome = await groups.add(scope, complete);
      if (outcome instanceof KeepsakeError) return outcome;
      // If this fails, the janitor removes the orphan.
      if (outcome.isDuplicate && complete.bytes === undefined) blobs.remove(complete.upload.blob_id).catch(() => {});
      if (needsReading(outcome)) onReadingWanted();
      const { fileId, operationId } = outcome;
      return { fileId, operationId };
    },
  };
}
