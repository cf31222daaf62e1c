import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Entry, Folder, File as StoredFile } from '#contract/entries.ts';
import { maxPageSize } from '#contract/limits.ts';
import { type Listing, withEntry, withoutEntry } from './listing.ts';
import { listingKey, parentOf, showEntry, updateListing } from './listing-cache.ts';

/** Where an entry is; null is Root. */
export type Place = { name: string; parentId: string | null };

/** What changes folders and files, shown in the cached listings at once. */
export function createListingActions(api: ApiClient, queries: QueryClient) {
  /** What this page moves to Trash, until the change stream says that it is there. */
  const trashed = new Set<string>();

  return {
    /** Whether an entry that left the tree was moved to Trash by this page itself; answers once. */
    wasTrashedHere: (entryId: string): boolean => trashed.delete(entryId),

    /** Creates a folder. Throws ApiError. */
    async createFolder(name: string, parentId: string | null): Promise<Folder> {
      const folder = await api.folders.create({ name, parentId });
      showEntry(queries, folder);
      return folder;
    },

    /** Renames a folder or file: shown before the server answers, undone when it throws ApiError. */
    async rename(entry: Folder | StoredFile, name: string): Promise<void> {
      const change = (listing: Listing) => withEntry(listing, { ...entry, name });
      await optimistically(entry, change, () => api.entries.update({ id: entry.id, name }));
    },

    /** Stars a folder or file, or takes the star: shown before the server answers, undone when it throws ApiError. */
    async star(entry: Folder | StoredFile, starred: boolean): Promise<void> {
      const change = (listing: Listing) => withEntry(listing, { ...entry, starred });
      await optimistically(entry, change, () => api.entries.update({ id: entry.id, starred }));
    },

    /** Moves a folder or file to Trash: shown before the server answers, undone when it throws ApiError. */
    async moveToTrash(entry: Folder | StoredFile): Promise<void> {
      const change = (listing: Listing) => withoutEntry(listing, entry.id);
      trashed.add(entry.id);
      await optimistically(entry, change, () => api.entries.remove({ id: entry.id })).catch((error: unknown) => {
        trashed.delete(entry.id);
        throw error;
      });
    },

    /** Copies a folder or file into a folder; null is Root. Throws ApiError. */
    async copy({ id }: Folder | StoredFile, parentId: string | null): Promise<Folder | StoredFile> {
      return show(await api.entries.copy({ id, parentId }));
    },

    /** Moves a folder or file to a folder under a name. Throws ApiError. */
    async move(entry: Folder | StoredFile, place: Place): Promise<void> {
      const moved = await api.entries.update({ id: entry.id, ...place });
      updateListing(queries, parentOf(entry), (listing) => withoutEntry(listing, entry.id));
      show(moved);
    },

    /** A folder or file as it is now. Throws ApiError. */
    read: async (id: string): Promise<Folder | StoredFile> => entryOf(await api.entries.get({ id })),

    /** The folders in a folder, by name, as many as one answer holds. Throws ApiError. */
    async subfolders(folderId: string | null): Promise<Folder[]> {
      const { folders, path } = await api.folders.children({
        id: folderId ?? 'root',
        sort: 'name',
        limit: maxPageSize,
      });
      return folders.map((folder) => ({ ...folder, path }));
    },
  };

  function show(entry: Entry): Folder | StoredFile {
    const shown = entryOf(entry);
    showEntry(queries, shown);
    return shown;
  }

  /** Shows what `call` will do to the listing that holds `entry`; when it throws, `entry` is as it was before. */
  async function optimistically(
    entry: Folder | StoredFile,
    change: (listing: Listing) => Listing,
    call: () => Promise<unknown>,
  ): Promise<void> {
    updateListing(queries, parentOf(entry), change);
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

/** The folder or file of an entry: exactly one of the two is set. */
function entryOf({ folder, file }: Entry): Folder | StoredFile {
  const entry = folder ?? file;
  if (entry === null) throw new Error('An entry is a folder or a file');
  return entry;
}
