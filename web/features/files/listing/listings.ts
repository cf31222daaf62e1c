import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Ancestor, File as StoredFile } from '#contract/records/entries.ts';
import { isPressed } from '#web/ui/browser/pressed.ts';
import { isAboveOrEnd, type Listing, withChanges } from '../cache/listing.ts';
import { allListings, cachedListings, listingKey, pauseMs } from '../cache/listing-cache.ts';
import { withUnchanged } from '../cache/with-unchanged.ts';
import type { Unpackings } from '../unpacking/unpackings.ts';
import { createBursts } from './bursts.ts';
import { createChangeLog } from './change-log.ts';
import { createListingActions } from './listing-actions.ts';
import { createReadListing } from './read-listing.ts';
import { createResults } from './results.ts';
import { saveListings } from './save-listings.ts';
import type { SavedListings } from './saved-listings.ts';
import { createVersions } from './versions.ts';

/**
 * The folder listings of the signed-in user: shown as the browser saved them, read once, then kept up to date by the
 * change stream.
 */
export type Listings = ReturnType<typeof createListings>;

type Deps = {
  /** The signed-in user. */
  account: string;
  api: DriveClient;
  queries: QueryClient;
  saved: SavedListings;
  /** Whether the change stream is connected right now. */
  isLive: () => boolean;
  unpackings: Unpackings;
};

export function createListings({ account, api, queries, saved, isLive, unpackings }: Deps) {
  const log = createChangeLog();
  const readListing = createReadListing({ api, queries, saved, log, isLive });

  const results = createResults();
  const versions = createVersions({ api, queries, results });
  const { wasTrashedHere, left, isAnswered, isReplaced, ...actions } = createListingActions(api, queries, results);
  const stopSaving = saveListings(queries, allListings, { saved, isAnswered });
  const changes = createBursts(
    show,
    () => pauseMs(queries),
    () => isPressed() || isReplaced(),
  );

  return {
    ...actions,
    account,
    versions,
    unpackings,
    results,

    /** The query of a folder's listing; null is Root. */
    query: (folderId: string | null) =>
      queryOptions({
        queryKey: listingKey(folderId),
        queryFn: ({ signal }) => readListing(folderId, signal),
        staleTime: ({ state }) => (isLive() && isKept(state.data) ? Number.POSITIVE_INFINITY : 0),
        // Runs at the very moment the listing enters the cache, so no change can slip in between.
        structuralSharing: (old, fresh) => withUnchanged(old as Listing | undefined, log.upToDate(fresh as Listing)),
      }),

    /** The query of what the server knows of the bytes of a file; read each time, since time changes it. */
    integrity: ({ id, version }: StoredFile) =>
      queryOptions({
        queryKey: ['integrity', id, version],
        queryFn: ({ signal }) => api.files.integrity({ id }, { signal }),
        staleTime: 0,
      }),

    /** The query of what a file says of itself; it may follow later, with a change of the file. */
    facts: (file: StoredFile) =>
      queryOptions({
        queryKey: ['facts', file.id, file.version, file],
        queryFn: ({ signal }) => api.files.facts({ id: file.id }, { signal }),
        // Its bytes say the same by another name and with a star.
        placeholderData: (before, query) =>
          query?.queryKey[1] === file.id && query.queryKey[2] === file.version ? before : undefined,
      }),

    /** The name and ancestors of a folder whose listing is still loading, when another listing contains them. */
    known(folderId: string): { name: string; path: readonly Ancestor[] } | undefined {
      for (const [, listing] of cachedListings(queries)) {
        const folder = listing.folders.find(({ id }) => id === folderId);
        if (folder) return folder;
        const at = listing.folder.path.findIndex(({ id }) => id === folderId);
        const ancestor = listing.folder.path[at];
        if (ancestor) return { name: ancestor.name, path: listing.folder.path.slice(0, at) };
      }
      return undefined;
    },

    /** The folder does not exist any more. */
    forget(folderId: string) {
      queries.removeQueries({ queryKey: listingKey(folderId) });
      void saved.remove(folderId);
    },

    /** A change arrived. */
    changed(change: Change) {
      log.add(change);
      versions.changed(change);
      changes.add([change]);
    },

    /** The change stream starts at `revision`: what was read before may lack changes. */
    ready(revision: number) {
      changes.flush();
      log.startAt(revision);
      void queries.invalidateQueries({
        queryKey: allListings,
        predicate: ({ state }) => state.status !== 'success' || (state.data as Listing).revision < revision,
      });
    },

    /** Changes were missed: everything is read again. */
    reset(revision: number) {
      changes.flush();
      log.startAt(revision);
      void queries.invalidateQueries({ queryKey: allListings });
    },

    /** The change stream is lost: what it kept up to date is as old as this moment from now on. */
    disconnected() {
      changes.flush();
      for (const [queryKey, listing] of cachedListings(queries)) {
        const state = queries.getQueryState(queryKey);
        if (state?.isInvalidated === false && log.covers(listing)) queries.setQueryData(queryKey, listing);
      }
    },

    close() {
      changes.close();
      left.close();
      stopSaving();
      saved.close();
    },
  };

  /** Whether the change stream keeps the listing up to date: not one that was left before it was read to its end. */
  function isKept(listing: Listing | undefined): boolean {
    return listing !== undefined && !listing.partial && log.covers(listing);
  }

  function show(fresh: readonly Change[]) {
    // What left before may be back.
    left.flush();
    const isTrashedHere = fresh.map((change) => isGone(change) && wasTrashedHere(change.entryId));
    const first = fresh[0]?.revision ?? 0;
    for (const [queryKey, listing] of cachedListings(queries)) {
      const lacksChanges = first > listing.revision + 1;
      const above = fresh.findIndex((change) => change.revision > listing.revision && isAboveOrEnd(listing, change));
      if (lacksChanges || above >= 0) {
        // The page of a folder that moves to Trash is about to be left, and reading it would fail.
        const refetchType = isTrashedHere[above] ? 'none' : 'active';
        void queries.invalidateQueries({ queryKey, refetchType }, { cancelRefetch: false });
      } else queries.setQueryData<Listing>(queryKey, withChanges(listing, fresh));
    }
  }
}

/** Whether the entry is no longer in the tree. */
function isGone({ folder, file }: Change): boolean {
  return folder === null && file === null;
}
