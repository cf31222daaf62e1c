import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { type Listing, withEntry, withoutEntries, withoutEntry } from './listing.ts';
import { listingKey, parentOf, showEntry, updateListing } from './listing-cache.ts';
import { trashInBatches } from './trash-in-batches.ts';

/** What changes folders and files, shown in the cached listings at once. */
export function createListingActions(api: ApiClient, queries: QueryClient) {
  /** What this page moves to Trash, until the change stream says that it is there. */
  const trashed = new Set<string>();

  return {
    /** Whether an entry that left the tree was moved to Trash by this page itself; answers once. */
    wasTrashedHere: (entryId: string): boolean => trashed.delete(entryId),

    /** Creates a folder. Throws ApiError. */
    async createFolder(name: string, parentId: string | null): Promise<void> {
      showEntry(queries, await api.folders.create({ name, parentId }));
    },

    /** Renames a folder or file: shown before the server answers, undone when it throws ApiError. */
    async rename(entry: Folder | StoredFile, name: string): Promise<void> {
      const show = (listing: Listing) => withEntry(listing, { ...entry, name });
      await optimistically(entry, show, () => api.entries.update({ id: entry.id, name }));
    },

    /** Moves a folder or file to Trash: shown before the server answers, undone when it throws ApiError. */
    async moveToTrash(entry: Folder | StoredFile): Promise<void> {
      const show = (listing: Listing) => withoutEntry(listing, entry.id);
      trashed.add(entry.id);
      await optimistically(entry, show, () => api.entries.remove({ id: entry.id })).catch((error: unknown) => {
        trashed.delete(entry.id);
        throw error;
      });
    },

    /**
     * Moves many to Trash, in batches, each of which leaves the listing when it is done. Returns what did not go and why.
     */
    async moveManyToTrash(entries: readonly (Folder | StoredFile)[], onProgress: (done: number) => void) {
      const [first] = entries;
      let done = 0;
      return await trashInBatches(api, entries, (ids) => {
        if (first) updateListing(queries, parentOf(first), (listing) => withoutEntries(listing, new Set(ids)));
        done += ids.length;
        onProgress(done);
      });
    },

    /** Copies a folder or file into its own folder. Throws ApiError. */
    async copy(entry: Folder | StoredFile): Promise<void> {
      const { folder, file } = await api.entries.copy({ id: entry.id, parentId: parentOf(entry) });
      const copy = folder ?? file;
      if (copy) showEntry(queries, copy);
    },
  };

  /** Shows what `call` will do to the listing that holds `entry`; when it throws, `entry` is as it was before. */
  async function optimistically(
    entry: Folder | StoredFile,
    show: (listing: Listing) => Listing,
    call: () => Promise<unknown>,
  ): Promise<void> {
    updateListing(queries, parentOf(entry), show);
    try {
      await call();
    } catch (error) {
      showEntry(queries, entry);
      // It may have changed otherwise in the meantime.
      void queries.invalidateQueries({ queryKey: listingKey(parentOf(entry)) });
      throw error;
    }
  }
}
