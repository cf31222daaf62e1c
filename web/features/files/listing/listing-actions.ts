import type { Query, QueryClient } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import { maxSearchHits } from '#contract/limits.ts';
import { nameKey } from '#contract/names/names.ts';
import type { Entry, Folder, File as StoredFile } from '#contract/records/entries.ts';
import { type Listing, withoutEntries, withoutEntry, withStars } from '../cache/listing.ts';
import { entryOf, listingKey, parentOf, pauseMs, showEntry, updateListing } from '../cache/listing-cache.ts';
import { pagesOf } from '../cache/pages-of.ts';
import { takeOutOfViews, updateInViews, viewsKey } from '../cache/view-cache.ts';
import { inBatches } from '../placing/in-batches.ts';
import { placeThings } from '../placing/place-things.ts';
import type { Placing, PlacingDeps, Thing } from '../placing/placing-outcome.ts';
import type { Call } from '../undo/undo.ts';
import { createBursts } from './bursts.ts';
import { createHold } from './hold-changes.ts';
import type { Results } from './results.ts';

/** What can be undone by the id of its operation. */
type Undoable = { operationId: string | null };

/** Tells of each part that is done; nothing more is begun after the signal. */
export type Progress = { onProgress: (done: number) => void; signal?: AbortSignal };

/** What changes folders and files, shown in the cached listings at once. */
export function createListingActions(api: DriveClient, queries: QueryClient, results: Results) {
  /** What this page moves to Trash, until the change stream says that it is there. */
  const trashed = new Set<string>();
  /** Folders whose listings show what the server has not answered yet, each as often as that. */
  let unanswered: readonly (string | null)[] = [];
  /** Whether a view has to be read again when everything is answered. */
  let isDropped = false;
  /** The last call for each entry that has not been answered yet. */
  const lastCalls = new Map<string, Promise<unknown>>();
  /** The change of an earlier call would show what a later one for the same entry has already replaced. */
  const replaced = createHold();
  const { add: leave, ...left } = createBursts(takeOut, () => pauseMs(queries));

  return {
    /** Whether an entry that left the tree was moved to Trash by this page itself; answers once. */
    wasTrashedHere: (entryId: string): boolean => trashed.delete(entryId),

    /** What has left but may still be shown. */
    left,

    /** Whether a change may show what was wanted before, and not what is wanted now. */
    isReplaced: replaced.isHeld,

    /** Whether a listing shows only what the server knows of. */
    isAnswered: ({ folder }: Listing): boolean => !unanswered.includes(folder.id),

    /** Whether views show something that the server has not answered yet. */
    isUnanswered: (): boolean => unanswered.length > 0,

    /** Creates a folder. Throws ApiError. */
    async createFolder(name: string, parentId: string | null): Promise<Folder & Undoable> {
      const { operationId, ...folder } = await api.folders.create({ name, parentId });
      showEntry(queries, folder);
      results.show([folder.id]);
      return { ...folder, operationId };
    },

    /** Renames a folder or file: shown before the server answers, undone when it throws ApiError. */
    async rename(entry: Folder | StoredFile, name: string): Promise<Undoable> {
      const showName = () => showNameAndStar({ ...entry, name });
      const renaming = optimistically(entry, showName, () => api.entries.update({ id: entry.id, name }));
      results.show([entry.id]);
      return await renaming;
    },

    /** Stars folders and files, or takes their stars: shown before the server answers, undone where it refuses. */
    async star(entries: readonly (Folder | StoredFile)[], starred: boolean) {
      const changed = entries.filter((entry) => entry.starred !== starred);
      const calls: Call[] = [];
      showStars(changed, starred);
      const refused = await untilAnswered(changed, () =>
        inBatches(api, changed, {
          add: (batch, { id }) => batch.star(id, starred),
          onDone: (things, { operationId }) => void calls.push({ things, operationId }),
        }),
      );
      const unchanged = refused.map(({ thing }) => thing);
      showStars(unchanged, !starred);
      readAgain(unchanged);
      return { refused, calls };
    },

    /** Moves a folder or file to Trash: shown before the server answers, undone when it throws ApiError. */
    async moveToTrash(entry: Folder | StoredFile): Promise<Undoable> {
      const hide = () => {
        updateListing(queries, parentOf(entry), (listing) => withoutEntry(listing, entry.id));
        takeOutOfViews(queries, [entry.id]);
      };
      trashed.add(entry.id);
      return await optimistically(entry, hide, () => api.entries.remove({ id: entry.id })).catch((error: unknown) => {
        trashed.delete(entry.id);
        throw error;
      });
    },

    /** Moves many to Trash; each part leaves the listing when it is done. */
    async moveManyToTrash(entries: readonly (Folder | StoredFile)[], { onProgress, signal }: Progress) {
      let gone = 0;
      const calls: Call[] = [];
      const refused = await inBatches(api, entries, {
        signal,
        add: (batch, { id }) => batch.trash(id),
        onDone(part, { operationId }) {
          calls.push({ things: part, operationId });
          leave(part.map((entry) => ({ id: entry.id, parentId: parentOf(entry) })));
          takeOutOfViews(
            queries,
            part.map(({ id }) => id),
          );
          gone += part.length;
          onProgress(gone);
        },
      });
      return { refused, calls };
    },

    /** Moves or copies many things to a folder; each part leaves the listing when it is done. */
    async place(things: readonly Thing[], placing: Placing, progress: Pick<PlacingDeps, 'onProgress' | 'signal'>) {
      const placed = await placeThings({ api, onLeft: leave, ...progress }, things, placing);
      results.show(placed.done.map(({ entry }) => entry.id));
      return placed;
    },

    /** Makes one download of several folders and files. */
    archive: (ids: string[]) => api.archives.create({ ids }),

    /** Copies a folder or file into a folder; null is Root. Throws ApiError. */
    async copy(
      { id }: Folder | StoredFile,
      parentId: string | null,
    ): Promise<{ entry: Folder | StoredFile } & Undoable> {
      const { operationId, ...copy } = await api.entries.copy({ id, parentId });
      const entry = show(copy);
      results.show([entry.id]);
      return { entry, operationId };
    },

    /** A folder or file as it is now. Throws ApiError. */
    read: async (id: string): Promise<Folder | StoredFile> => entryOf(await api.entries.get({ id })),

    /** Folders whose names have every word of `q`, as many as one answer holds. Throws ApiError. */
    async findFolders(q: string, signal: AbortSignal): Promise<Folder[]> {
      const { hits } = await api.search({ q, kind: 'folder' }, { signal });
      return hits.flatMap(({ entry }) => (entry.folder ? [entry.folder] : []));
    },

    /** What has a name in a folder, as far as the search finds it; null is Root. Throws ApiError. */
    async named(name: string, parentId: string | null): Promise<Folder | StoredFile | undefined> {
      const within = parentId === null ? {} : { folderId: parentId };
      const { hits } = await api.search({ q: name, limit: maxSearchHits, ...within });
      return hits
        .map(({ entry }) => entryOf(entry))
        .find((entry) => parentOf(entry) === parentId && nameKey(entry.name) === nameKey(name));
    },

    /** All folders in a folder, by name. Throws ApiError. */
    async subfolders(folderId: string | null): Promise<Folder[]> {
      const all: Folder[] = [];
      for await (const { folders, files, path } of pagesOf(api, folderId, 'name')) {
        all.push(...folders.map((folder) => ({ ...folder, path })));
        // Folders come before files.
        if (files.length > 0) break;
      }
      return all;
    },
  };

  /** Takes things out of the listings of the folders that they were in. */
  function takeOut(things: readonly { id: string; parentId: string | null }[]) {
    for (const [folderId, gone] of Map.groupBy(things, ({ parentId }) => parentId)) {
      const ids = new Set(gone.map(({ id }) => id));
      updateListing(queries, folderId, (listing) => withoutEntries(listing, ids));
    }
  }

  function showStars(entries: readonly (Folder | StoredFile)[], starred: boolean) {
    const all = entries.map(({ id }) => id);
    if (!starred) takeOutOfViews(queries, all, 'starred');
    updateInViews(queries, all, { starred });
    for (const [folderId, inFolder] of Map.groupBy(entries, parentOf)) {
      const ids = new Set(inFolder.map(({ id }) => id));
      updateListing(queries, folderId, (listing) => withStars(listing, ids, starred));
    }
  }

  /** Calls after what was called before for the same entries is answered: what was chosen last is what stays. */
  async function untilAnswered<Answer>(
    entries: readonly (Folder | StoredFile)[],
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    const folders = [...new Set(entries.map(parentOf))];
    dropReads();
    unanswered = [...unanswered, ...folders];
    const before = entries.flatMap(({ id }) => lastCalls.get(id) ?? []);
    const answer = before.length === 0 ? call() : Promise.allSettled(before).then(call);
    if (before.length > 0) replaced.during(answer);
    for (const { id } of entries) lastCalls.set(id, answer);
    return await answer.finally(() => {
      for (const { id } of entries) if (lastCalls.get(id) === answer) lastCalls.delete(id);
      const others = [...unanswered];
      for (const folderId of folders) others.splice(others.indexOf(folderId), 1);
      unanswered = others;
      if (!isDropped || unanswered.length > 0) return;
      isDropped = false;
      void queries.invalidateQueries({ queryKey: [viewsKey] });
    });
  }

  /** What views are being read with right now may show how it was before. */
  function dropReads() {
    const again = { queryKey: [viewsKey], predicate: (query: Query) => query.state.data !== undefined };
    isDropped ||= queries.isFetching(again) > 0;
    void queries.cancelQueries(again);
  }

  /** What was refused may have changed otherwise in the meantime. */
  function readAgain(entries: readonly (Folder | StoredFile)[]) {
    if (entries.length === 0) return;
    for (const folderId of new Set(entries.map(parentOf)))
      void queries.invalidateQueries({ queryKey: listingKey(folderId) });
    void queries.invalidateQueries({ queryKey: [viewsKey] });
  }

  /** Shows an entry in its folder, where it may have to come back, and its name and star in the views that have it. */
  function showNameAndStar(entry: Folder | StoredFile) {
    showEntry(queries, entry);
    updateInViews(queries, [entry.id], { name: entry.name, starred: entry.starred });
  }

  function show(entry: Entry): Folder | StoredFile {
    const shown = entryOf(entry);
    showEntry(queries, shown);
    return shown;
  }

  /** `anticipate` shows what `call` will do to `entry`; when it throws, `entry` is as it was before. */
  async function optimistically<Result>(
    entry: Folder | StoredFile,
    anticipate: () => void,
    call: () => Promise<Result>,
  ): Promise<Result> {
    anticipate();
    try {
      return await untilAnswered([entry], call);
    } catch (error) {
      showNameAndStar(entry);
      readAgain([entry]);
      throw error;
    }
  }
}
