import type { Change } from '#contract/records/changes.ts';
import { type Listing, withChanges } from '../cache/listing.ts';

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The latest changes of the stream, to bring a listing up to date that was read before them. */
export function createChangeLog(capacity = 2000) {
  let changes: Change[] = [];
  /** Every change after this revision is in the log; undefined before the first. */
  let start: number | undefined;

  return {
    add(change: Change) {
      start ??= change.revision - 1;
      changes.push(change);
      if (changes.length <= capacity) return;
      changes = changes.slice(-capacity / 2);
      start = (changes[0]?.revision ?? change.revision) - 1;
    },
    /** Whether the stream has started, so that what is not in the log did not happen. */
    isRunning: () => start !== undefined,
    /** Forgets all changes; the log is complete from `revision` on. */
    startAt(revision: number) {
      changes = [];
      start = revision;
    },
    /** Whether no change between the listing and now is missing. */
    covers(listing: Listing): boolean {
      return start === undefined || listing.revision >= start;
    },
    /** The listing with all changes since; unchanged when some of them are missing. */
    upToDate(listing: Listing): Listing {
      return this.covers(listing) ? withChanges(listing, changes) : listing;
    },
    /** The changes that are newer than the listing. */
    after(listing: Listing): readonly Change[] {
      return changes.filter((change) => change.revision > listing.revision);
    },
  };
}
