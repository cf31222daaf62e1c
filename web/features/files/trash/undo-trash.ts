import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { createBatch } from '#client/batch.ts';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import type { Notices } from '#web/ui/overlays/notices.tsx';
import { callTrouble } from '../parts/name-error.tsx';

/** What was moved to Trash a moment ago, to be taken back with one press. */
export type UndoTrash = ReturnType<typeof createUndoTrash>;

type Thing = { id: string; name: string };

/** One call takes back so many; those that were moved before stay in Trash, where they can be restored as well. */
const mostTakenBack = 500;

export function createUndoTrash({ api, notices }: { api: ApiClient; notices: Notices }) {
  let things: readonly Thing[] = [];
  const listeners = new Set<() => void>();

  return {
    snapshot: () => things,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ id, name }: Folder | StoredFile) {
      set([...things, { id, name }].slice(-mostTakenBack));
    },
    /** Nobody wants them back. */
    forget: () => set([]),
    /** Restores all of them, or none. */
    async takeBack(): Promise<void> {
      const wanted = things;
      set([]);
      const batch = createBatch(api);
      for (const { id } of wanted) batch.restore(id);
      await batch.commit().catch((error: unknown) => {
        notices.add(titleOf(wanted), whyNot(error, wanted.length));
      });
    },
  };

  function set(next: readonly Thing[]) {
    things = next;
    for (const listener of listeners) listener();
  }
}

function whyNot(error: unknown, count: number): string {
  if (!(error instanceof ApiError && error.code === 'not-in-trash')) return `Still in Trash. ${callTrouble(error)}`;
  return count === 1
    ? 'It is not in Trash any more.'
    : 'One of them is not in Trash any more. Open Trash to restore the others.';
}

/** The name of one thing, or how many there are. */
export function titleOf(things: readonly Thing[]): string {
  const [only] = things;
  return things.length === 1 && only ? only.name : `${things.length} things`;
}
