import type { QueryClient } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import { isAboveOrEnd, type Listing } from '../cache/listing.ts';
import { listingKey } from '../cache/listing-cache.ts';
import type { ChangeLog } from './change-log.ts';
import type { SavedListings } from './saved-listings.ts';

type Deps = {
  api: DriveClient;
  queries: QueryClient;
  saved: SavedListings;
  log: ChangeLog;
  /** Whether the change stream is connected right now. */
  isLive: () => boolean;
};

/** The first page fills the screen and comes alone; the rest follows in the largest pages there are. */
const firstPageSize = 200;
const pageSize = 1000;
/** A listing that changes while it is read is read again at most so often. */
const maxReads = 4;

/** Reads folder listings: from the browser's storage at once, from the server where that is not enough. */
export function createReadListing({ api, queries, saved, log, isLive }: Deps) {
  return readListing;

  /** Shows the saved listing at once; reads from the server unless the change stream covers what is newer. */
  async function readListing(folderId: string | null, signal: AbortSignal): Promise<Listing> {
    if (queries.getQueryData(listingKey(folderId)) === undefined) {
      const copy = await saved.read(folderId);
      signal.throwIfAborted();
      if (copy) queries.setQueryData<Listing>(listingKey(folderId), copy.listing, { updatedAt: copy.at });
      if (copy && isLive() && log.isRunning() && canCatchUp(copy.listing)) return copy.listing;
    }
    let listing = await readPages(folderId, signal);
    for (let reads = 1; !canCatchUp(listing) && reads < maxReads; reads += 1)
      listing = await readPages(folderId, signal);
    return listing;
  }

  /** Whether the log can bring the listing up to date. */
  function canCatchUp(listing: Listing): boolean {
    return log.covers(listing) && !log.after(listing).some((change) => isAboveOrEnd(listing, change));
  }

  async function readPages(folderId: string | null, signal: AbortSignal): Promise<Listing> {
    const id = folderId ?? 'root';
    const first = await api.folders.children({ id, limit: firstPageSize }, { signal });
    // Later pages may contain newer changes; the revision of the first page is what all of them contain.
    const { folder, revision, path } = first;
    let folders = first.folders.map((one) => ({ ...one, path }));
    let { files } = first;
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const part: Listing = { folder, folders, files, revision, partial: true };
      if (showsLess(folderId, part)) queries.setQueryData(listingKey(folderId), part);
      const page = await api.folders.children({ id, limit: pageSize, cursor }, { signal });
      folders = [...folders, ...page.folders.map((one) => ({ ...one, path }))];
      files = [...files, ...page.files];
      cursor = page.nextCursor;
    }
    return { folder, folders, files, revision };
  }

  /** Whether nothing of the folder is shown, or a smaller part. */
  function showsLess(folderId: string | null, part: Listing): boolean {
    const shown = queries.getQueryData<Listing>(listingKey(folderId));
    return shown === undefined || (shown.partial === true && lengthOf(shown) < lengthOf(part));
  }
}

function lengthOf({ folders, files }: Listing): number {
  return folders.length + files.length;
}
