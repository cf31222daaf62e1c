import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { Change } from '#contract/records/changes.ts';
import type { ChangedEntry, Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import { whenLetGo } from '#web/ui/browser/pressed.ts';
import { entryOf } from '../cache/listing-cache.ts';
import type { Progress } from '../listing/listing-actions.ts';
import { createRefreshSoon } from '../listing/refresh-soon.ts';
import { inBatches, type Refused } from '../placing/in-batches.ts';
import type { Call } from '../undo/undo.ts';

/** The content of Trash, kept up to date by the change stream. */
export type TrashItems = ReturnType<typeof createTrashItems>;

type Page = Awaited<ReturnType<DriveClient['trash']['list']>>;
/** The loaded pages of Trash. */
export type TrashPages = InfiniteData<Page>;

const queryKey = ['trash'] as const;
const pageSize = 200;

type Deps = { api: Pick<DriveClient, 'trash' | 'batch'>; queries: QueryClient };

export function createTrashItems({ api, queries }: Deps) {
  const refresh = createRefreshSoon(queries, queryKey);
  /** What has left the list, and the server has not answered yet: what is read meanwhile may still have it. */
  const leaving = new Set<string>();

  return {
    query: () =>
      infiniteQueryOptions({
        queryKey,
        queryFn: async ({ pageParam, signal }) =>
          without(await whenLetGo(await api.trash.list({ limit: pageSize, cursor: pageParam }, { signal })), leaving),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),

    /** Restores an item. It leaves the list at once, and comes back when this throws ApiError. */
    restore: (id: string): Promise<ChangedEntry> => optimistically(id, () => api.trash.restore({ id })),

    /** Deletes an item forever. It leaves the list at once, and returns when this throws ApiError. */
    purge: (id: string): Promise<void> => optimistically(id, () => api.trash.remove({ id })),

    /** Restores many; each part leaves the list when it is done. Returns what came back, and what did not. */
    async restoreMany(items: readonly TrashItem[], { onProgress, signal }: Progress) {
      const restored: (Folder | StoredFile)[] = [];
      const calls: Call[] = [];
      const refused = await inBatches(api, items.map(entryIn), {
        signal,
        add: (batch, { id }) => batch.restore(id),
        onDone(part, { entries, operationId }) {
          const back = entries.flatMap((entry) => (entry ? [entryOf(entry)] : []));
          restored.push(...back);
          calls.push({ things: back, operationId, toTrash: true });
          leave(new Set(part.map(({ id }) => id)));
          onProgress(restored.length);
        },
      });
      await queries.invalidateQueries({ queryKey });
      return { restored, refused, calls };
    },

    /**
     * Deletes many forever, one after another; what is no longer in Trash is passed over. Returns what was refused, with all
     * the rest once one is.
     */
    async purgeMany(items: readonly TrashItem[], { onProgress, signal }: Progress) {
      const left = items.map(entryIn);
      const refused: Refused<Folder | StoredFile>[] = [];
      try {
        for (let entry = left[0]; entry && !signal?.aborted; entry = left[0]) {
          await api.trash.remove({ id: entry.id }).catch(unlessGone);
          left.shift();
          leave(new Set([entry.id]));
          onProgress(items.length - left.length);
        }
      } catch (error) {
        refused.push(...left.map((thing) => ({ thing, error })));
      }
      await queries.invalidateQueries({ queryKey });
      return refused;
    },

    /** Deletes everything in Trash forever. Throws ApiError. */
    async empty(): Promise<void> {
      try {
        await api.trash.empty();
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },

    /** A change arrived: what is not in the tree any more may be in Trash now, or deleted; or it was restored. */
    changed({ folder, file, entryId }: Change) {
      const isInTree = folder !== null || file !== null;
      if (!isInTree || itemsOf(queries.getQueryData<TrashPages>(queryKey)).some((item) => idOf(item) === entryId))
        refresh.soon();
    },

    /** What is shown may lack changes. */
    reset: refresh.soon,

    close: refresh.close,
  };

  function leave(ids: ReadonlySet<string>) {
    queries.setQueryData<TrashPages>(queryKey, (shown) => {
      const gone = itemsOf(shown).filter((item) => ids.has(idOf(item))).length;
      return shown && { ...shown, pages: shown.pages.map((page) => without(page, ids, gone)) };
    });
  }

  async function optimistically<Result>(id: string, call: () => Promise<Result>): Promise<Result> {
    leaving.add(id);
    await queries.cancelQueries({ queryKey });
    leave(leaving);
    try {
      return await call();
    } finally {
      leaving.delete(id);
      void queries.invalidateQueries({ queryKey });
    }
  }
}

/** The items of all loaded pages, each once. */
export function itemsOf(pages: TrashPages | undefined): TrashItem[] {
  const items = pages?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}

export function entryIn({ entry: { folder, file } }: TrashItem) {
  const entry = folder ?? file;
  if (entry === null) throw new Error('An entry is a folder or a file');
  return entry;
}

/** The bytes that deleting an item forever may free; null for a folder without files. */
export function bytesOf({ entry: { folder, file } }: TrashItem): number | null {
  if (file) return file.size;
  return folder && folder.contents.files > 0 ? folder.contents.bytes : null;
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not-in-trash')) throw error;
}

function idOf(item: TrashItem): string {
  return entryIn(item).id;
}

/** A page without some items, of which Trash has as many less. */
function without({ items, count, ...rest }: Page, ids: ReadonlySet<string>, gone?: number): Page {
  const staying = items.filter((item) => !ids.has(idOf(item)));
  return { ...rest, items: staying, count: count - (gone ?? items.length - staying.length) };
}
