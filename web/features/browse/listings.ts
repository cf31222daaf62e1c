import { type QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Change } from '#contract/changes.ts';
import type { Ancestor, Folder } from '#contract/entries.ts';
import { createChangeLog } from './change-log.ts';
import { isAboveOrEnd, type Listing, withChange, withFolder } from './listing.ts';

/** The folder listings of the signed-in person: read once, then kept true by the change stream. */
export type Listings = ReturnType<typeof createListings>;

const pageSize = 1000;
const maxReads = 4;
const allListings = ['listing'] as const;

export function createListings({ api, queries }: { api: ApiClient; queries: QueryClient }) {
  const log = createChangeLog();

  return {
    /** How to read a folder; null is Root. */
    query: (folderId: string | null) =>
      queryOptions({
        queryKey: keyOf(folderId),
        queryFn: ({ signal }) => read(folderId, signal),
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

    /** Makes a folder and shows it at once. Throws ApiError. */
    async createFolder(name: string, parentId: string | null): Promise<void> {
      const folder: Folder = await api.folders.create({ name, parentId });
      queries.setQueryData<Listing>(keyOf(parentId), (listing) => listing && withFolder(listing, folder));
    },

    forget: (folderId: string) => queries.removeQueries({ queryKey: keyOf(folderId) }),

    /** A change was heard. */
    changed(change: Change) {
      log.note(change);
      for (const [key, listing] of cached()) {
        if (isAboveOrEnd(listing, change)) void queries.invalidateQueries({ queryKey: key });
        queries.setQueryData<Listing>(key, withChange(listing, change));
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

  function cached(): [readonly unknown[], Listing][] {
    return queries
      .getQueriesData<Listing>({ queryKey: allListings })
      .flatMap(([key, listing]) => (listing ? [[key, listing]] : []));
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
    const first = await api.folders.children({ id, limit: pageSize }, { signal });
    const folders = [...first.folders];
    const files = [...first.files];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await api.folders.children({ id, limit: pageSize, cursor }, { signal });
      folders.push(...page.folders);
      files.push(...page.files);
      cursor = page.nextCursor;
    }
    // Later pages may know more; the first page's revision is what all of them know.
    return { folder: first.folder, folders, files, revision: first.revision };
  }
}

function keyOf(folderId: string | null) {
  return [...allListings, folderId ?? 'root'] as const;
}
