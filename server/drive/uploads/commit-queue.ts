import type { Actor } from '#server/accounts/principal.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import type { Changes } from '../changes/changes.ts';
import { createGroupCommit } from '../changes/group-commit.ts';
import { isPreviewed } from '../files/add-versions.ts';
import { placeKey } from '../files/files-at.ts';
import { keepAll, type Outcome } from './commit-uploads.ts';
import type { Keep } from './insert-uploads.ts';

type Deps = {
  blobs: BlobStore;
  changes: Changes;
  /** Transactions that may run side by side. */
  groupsAtOnce: number;
  now: () => number;
  /** Called after a file was kept whose small picture is wanted. */
  onPicture: () => void;
  /** Told of each transaction how many files it kept and how long it took. */
  onGroup?: ((files: number, seconds: number) => void) | undefined;
};

export type KeepQueue = ReturnType<typeof createKeepQueue>;

/** Keeps uploads that are complete, in groups. */
export function createKeepQueue({ blobs, changes, groupsAtOnce, now, onPicture, onGroup }: Deps) {
  const groups = createGroupCommit<Keep, Outcome>({
    changes,
    groupsAtOnce,
    onGroup,
    // Of each place only the first: the next one there becomes a further version.
    keyOf: ({ upload: { parent_id: folderId, name } }) => placeKey({ folderId, name }),
    work: (write, actor, keeps) => keepAll(write, blobs, actor, { keeps, at: now() }),
  });

  return {
    /** Turns a complete upload into a file; see `keepAll`. Resolves when that is durable. Throws disk-full, unavailable. */
    async keep(actor: Actor, keep: Keep): Promise<Outcome> {
      const outcome = await groups.add(actor, keep);
      if (outcome !== undefined && !(outcome instanceof DriveError)) {
        // What stays behind when this fails is an orphan, which the janitor removes.
        if (outcome.isTwin && keep.bytes === undefined) blobs.remove(keep.upload.id).catch(() => {});
        if (isPreviewed(outcome)) onPicture();
      }
      return outcome;
    },
  };
}
