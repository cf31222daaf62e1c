import type { Change } from '#contract/changes.ts';
import { type Listing, withChange } from './listing.ts';

/** The latest changes that were heard, to bring a listing up to date that was read before them. */
export function createChangeLog(capacity = 2000) {
  let changes: Change[] = [];
  /** Every change after this revision is in the log; undefined while nothing was heard. */
  let start: number | undefined;

  return {
    note(change: Change) {
      start ??= change.revision - 1;
      changes.push(change);
      if (changes.length <= capacity) return;
      changes = changes.slice(-capacity / 2);
      start = (changes[0]?.revision ?? change.revision) - 1;
    },
    /** Whether the stream was heard, so that what it did not tell did not happen. */
    isRunning: () => start !== undefined,
    /** Nothing before `revision` is known any more. */
    startAt(revision: number) {
      changes = [];
      start = revision;
    },
    /** Whether no change is missing between the listing and now. */
    covers(listing: Listing): boolean {
      return start === undefined || listing.revision >= start;
    },
    /** The listing with what happened since; as it is when changes between are missing. */
    upToDate(listing: Listing): Listing {
      return this.covers(listing) ? changes.reduce(withChange, listing) : listing;
    },
    /** The changes that are newer than the listing. */
    after(listing: Listing): readonly Change[] {
      return changes.filter((change) => change.revision > listing.revision);
    },
  };
}
