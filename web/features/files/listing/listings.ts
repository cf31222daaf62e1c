import { type QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Change } from '#contract/changes.ts';
import type { Ancestor, Folder, File as StoredFile } from '#contract/entries.ts';
import { createChangeLog } from './change-log.ts';
import { isAboveOrEnd, type Listing, withChange, withEntry, withoutEntry } from './listing.ts';
import { saveListings } from './save-listings.ts';
import type { SavedListings } from './saved-listings.ts';

/**
 * The folder listings of the signed-in person: shown as the browser keeps them, read once, then kept true by the change
 * stream.
 */
export type Listings = ReturnType<typeof createListings>;

/** What a page of the screen shows comes first and alone; the rest follows in the largest pages there are. */
const firstPageSize = 200;
const pageSize = 1000;
const maxReads = 4;
const allListings = ['listing'] as const;

type Deps = {
  api: ApiClient;
  queries: QueryClient;
  kept: SavedListings;
  /** Whether the change stream stands right now. */
  isFollowed: () => boolean;
};

export function createListings({ api, queries, kept, isFollowed }: Deps) {
  const log = createChangeLog();
  const stopKeeping = saveListings(queries, allListings, kept);

  return {
    /** How to read a folder; null is Root. */
    query: (folderId: string | null) =>
      queryOptions({
        queryKey: keyOf(folderId),
        queryFn: ({ signal }) => open(folderId, signal),
        // Runs at the very moment the listing enters the cache, so no change can slip in between.
        structuralSharing: (old, fresh) => replaceEqualDeep(old, log.upToDate(fresh as Listing)),
      }),

    /** The name and ancestors of a folder whose listing is still on its way, when another listing tells them. */
    known(folderId: string): { name: string; path: readonly Ancestor[] } | undefined {
      for (const [, listing] of cached()) {
        const folder = listing.folders.find(({ id }) => id === folderId);
        if (folder) return folder;
        const at = listing.folder.path.findIndex(({ id }) => id === folderId);
        const ancestor = listing.folder.path[at];
        if (ancestor) return { name: ancestor.name, path: listing.folder.path.slice(0, at) };
      }
      return undefined;
    },

    /** How to read what the server knows of the bytes of a file; asked for each time, since time changes it. */
    integrity: ({ id, version }: StoredFile) =>
      queryOptions({
        queryKey: ['integrity', id, version],
        queryFn: ({ signal }) => api.files.integrity({ id }, { signal }),
        staleTime: 0,
      }),

    /** Makes a folder and shows it at once. Throws ApiError. */
    async createFolder(name: string, parentId: string | null): Promise<void> {
      const folder: Folder = await api.folders.create({ name, parentId });
      queries.setQueryData<Listing>(keyOf(parentId), (listing) => listing && withEntry(listing, folder));
    },

    /** Gives a folder or file another name. Shown before the server answers, taken back when it throws ApiError. */
    async rename(entry: Folder | StoredFile, name: string): Promise<void> {
      const show = (listing: Listing) => withEntry(listing, { ...entry, name });
      await early(entry, show, () => api.entries.update({ id: entry.id, name }));
    },

    /** Moves a folder or file to Trash. Shown before the server answers, taken back when it throws ApiError. */
    async remove(entry: Folder | StoredFile): Promise<void> {
      const show = (listing: Listing) => withoutEntry(listing, entry.id);
      await early(entry, show, () => api.entries.remove({ id: entry.id }));
    },

    /** Copies a folder or file beside itself, and shows the copy at once. Throws ApiError. */
    async copy(entry: Folder | StoredFile): Promise<void> {
      const parentId = 'url' in entry ? entry.folderId : entry.parentId;
      const { folder, file } = await api.entries.copy({ id: entry.id, parentId });
      const copy = folder ?? file;
      if (copy) queries.setQueryData<Listing>(keyOf(parentId), (listing) => listing && withEntry(listing, copy));
    },

    /** The folder is gone. */
    forget(folderId: string) {
      queries.removeQueries({ queryKey: keyOf(folderId) });
      void kept.remove(folderId);
    },

    /** The change stream is lost: what it kept true until now is as old as this moment from now on. */
    lost() {
      for (const [queryKey, listing] of cached()) {
        const state = queries.getQueryState(queryKey);
        if (state?.isInvalidated === false && log.covers(listing)) queries.setQueryData(queryKey, listing);
      }
    },

    close() {
      stopKeeping();
      kept.close();
    },

    /** A change was heard. */
    changed(change: Change) {
      log.note(change);
      for (const [key, listing] of cached()) {
        const lacksChanges = change.revision > listing.revision + 1;
        if (lacksChanges || isAboveOrEnd(listing, change)) {
          void queries.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
        } else queries.setQueryData<Listing>(key, withChange(listing, change));
      }
    },

    /** The change stream stands at `revision`: what was read before may lack changes. */
    ready(revision: number) {
      log.startAt(revision);
      void queries.invalidateQueries({
        queryKey: allListings,
        predicate: ({ state }) => state.status !== 'success' || (state.data as Listing).revision < revision,
      });
    },

    /** Changes were missed: read everything again. */
    reset(revision: number) {
      log.startAt(revision);
      void queries.invalidateQueries({ queryKey: allListings });
    },
  };

  /** Shows what `call` will do to the listing that holds `entry`; when it throws, `entry` is as it was before. */
  async function early(
    entry: Folder | StoredFile,
    show: (listing: Listing) => Listing,
    call: () => Promise<unknown>,
  ): Promise<void> {
    const queryKey = keyOf('url' in entry ? entry.folderId : entry.parentId);
    queries.setQueryData<Listing>(queryKey, (listing) => listing && show(listing));
    try {
      await call();
    } catch (error) {
      queries.setQueryData<Listing>(queryKey, (listing) => listing && withEntry(listing, entry));
      // It may have changed otherwise in the meantime.
      void queries.invalidateQueries({ queryKey });
      throw error;
    }
  }

  function cached(): [readonly unknown[], Listing][] {
    return queries
      .getQueriesData<Listing>({ queryKey: allListings })
      .flatMap(([key, listing]) => (listing ? [[key, listing]] : []));
  }

  /** Shows the kept listing at once. The server is asked unless the change stream tells what is new since then. */
  async function open(folderId: string | null, signal: AbortSignal): Promise<Listing> {
    if (queries.getQueryData(keyOf(folderId)) === undefined) {
      const copy = await kept.read(folderId);
      signal.throwIfAborted();
      if (copy) queries.setQueryData<Listing>(keyOf(folderId), copy.listing, { updatedAt: copy.at });
      if (copy && isFollowed() && log.isRunning() && isWhole(copy.listing)) return copy.listing;
    }
    return await read(folderId, signal);
  }

  async function read(folderId: string | null, signal: AbortSignal): Promise<Listing> {
    let listing = await readPages(folderId, signal);
    for (let reads = 1; !isWhole(listing) && reads < maxReads; reads += 1) listing = await readPages(folderId, signal);
    return listing;
  }

  /** Whether the log can bring the listing up to date. */
  function isWhole(listing: Listing): boolean {
    return log.covers(listing) && !log.after(listing).some((change) => isAboveOrEnd(listing, change));
  }

  async function readPages(folderId: string | null, signal: AbortSignal): Promise<Listing> {
    const id = folderId ?? 'root';
    const isFirstTime = queries.getQueryData(keyOf(folderId)) === undefined;
    const first = await api.folders.children({ id, limit: firstPageSize }, { signal });
    // Later pages may know more; the first page's revision is what all of them know.
    const { folder, revision } = first;
    let { folders, files }: Pick<Listing, 'folders' | 'files'> = first;
    for (let cursor = first.nextCursor; cursor !== null; ) {
      if (isFirstTime) queries.setQueryData(keyOf(folderId), { folder, folders, files, revision, partial: true });
      const page = await api.folders.children({ id, limit: pageSize, cursor }, { signal });
      folders = [...folders, ...page.folders];
      files = [...files, ...page.files];
      cursor = page.nextCursor;
    }
    return { folder, folders, files, revision };
  }
}

function keyOf(folderId: string | null) {
  return [...allListings, folderId ?? 'root'] as const;
}
