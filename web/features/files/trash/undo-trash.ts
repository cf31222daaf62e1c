import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { createBatch } from '#client/batch.ts';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { maxBatchOperations } from '#contract/limits.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { callErrorMessage } from '../parts/name-error.tsx';

/** What was moved to Trash a moment ago, to be restored with one click. */
export type UndoTrash = ReturnType<typeof createUndoTrash>;

type TrashedEntry = { id: string; name: string };

export function createUndoTrash({ api, toasts }: { api: ApiClient; toasts: Toasts }) {
  let entries: readonly TrashedEntry[] = [];
  const listeners = new Set<() => void>();

  return {
    snapshot: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ id, name }: Folder | StoredFile) {
      set([...entries, { id, name }]);
    },
    addMany(trashed: readonly (Folder | StoredFile)[]) {
      if (trashed.length > 0) set([...entries, ...trashed.map(({ id, name }) => ({ id, name }))]);
    },
    /** The offer to undo has ended. */
    forget: () => set([]),
    /** Restores all of them, in batches of which each is restored as a whole or not at all. */
    async restore(): Promise<void> {
      let left = entries;
      set([]);
      while (left.length > 0) {
        const part = left.slice(0, maxBatchOperations);
        const batch = createBatch(api);
        for (const { id } of part) batch.restore(id);
        try {
          await batch.commit();
        } catch (error) {
          return toasts.show(titleOf(left), whyNot(error, left.length));
        }
        left = left.slice(part.length);
      }
    },
  };

  function set(next: readonly TrashedEntry[]) {
    entries = next;
    for (const listener of listeners) listener();
  }
}

function whyNot(error: unknown, count: number): string {
  if (!(error instanceof ApiError && error.code === 'not-in-trash')) return `Not restored. ${callErrorMessage(error)}`;
  return count === 1
    ? 'It is no longer in Trash.'
    : 'One of them is no longer in Trash. Open Trash to restore the others.';
}

/** The name of one entry, or how many there are. */
export function titleOf(entries: readonly TrashedEntry[]): string {
  const [only] = entries;
  return entries.length === 1 && only ? visibleName(only.name) : `${entries.length.toLocaleString('en')} items`;
}
