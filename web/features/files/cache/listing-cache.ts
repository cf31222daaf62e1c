import type { QueryClient } from '@tanstack/react-query';
import type { Entry, Folder, File as StoredFile } from '#contract/records/entries.ts';
import { type Listing, withEntry } from './listing.ts';

/** The key of every listing in the query cache. */
export const allListings = ['listing'] as const;

/** The key of the listing of a folder; null is Root. */
export function listingKey(folderId: string | null) {
  return [...allListings, folderId ?? 'root'] as const;
}

export function cachedListings(queries: QueryClient): [readonly unknown[], Listing][] {
  return queries
    .getQueriesData<Listing>({ queryKey: allListings })
    .flatMap(([key, listing]) => (listing ? [[key, listing]] : []));
}

/** How long an entry of a cached listing lets further changes wait, so that a burst is not shown one by one, in milliseconds. */
const pausePerEntryMs = 1 / 500;

/** How long the next changes of the cached listings wait: what a change costs grows with their entries. */
export function pauseMs(queries: QueryClient): number {
  return cachedListings(queries).reduce(
    (sum, [, { folders, files }]) => sum + (folders.length + files.length) * pausePerEntryMs,
    0,
  );
}

/** Changes the cached listing of a folder, when there is one. One that has to be read again still has to be. */
export function updateListing(queries: QueryClient, folderId: string | null, update: (listing: Listing) => Listing) {
  const queryKey = listingKey(folderId);
  const isInvalidated = queries.getQueryState(queryKey)?.isInvalidated === true;
  queries.setQueryData<Listing>(queryKey, (listing) => listing && update(listing));
  if (isInvalidated) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** Shows `entry` in the listing of its folder. */
export function showEntry(queries: QueryClient, entry: Folder | StoredFile) {
  updateListing(queries, parentOf(entry), (listing) => withEntry(listing, entry));
}

/** A file names its folder, a folder its parent. */
export type Lying = { folderId: string | null } | { parentId: string | null };

export function parentOf(entry: Lying): string | null {
  return 'folderId' in entry ? entry.folderId : entry.parentId;
}

/** The folder or file of an entry: exactly one of the two is set. */
export function entryOf({ folder, file }: Entry): Folder | StoredFile {
  const entry = folder ?? file;
  if (entry === null) throw new Error('An entry is a folder or a file');
  return entry;
}
