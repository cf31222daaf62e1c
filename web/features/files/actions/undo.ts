import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { createBatch } from '#client/batch.ts';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { callErrorMessage } from '../parts/name-error.tsx';

/** Something that was done on this page, and how it is taken back. Throws ApiError, or Changed. */
export type Done = {
  title: string;
  what: string;
  undo: () => Promise<unknown>;
  /** What the button says instead of "Undo". */
  label?: string;
  more?: { label: string; open: () => void };
};

/** Somebody changed the thing meanwhile; the message says so. */
export class Changed extends Error {}

/** What was done on this page, the last one first to be taken back. */
export type Undo = ReturnType<typeof createUndo>;

type TrashedEntry = { id: string; name: string };

/** One call restores so many; those that were moved before stay in Trash, where they can be restored as well. */
const maxRestored = 500;
const maxDone = 100;

export function createUndo({ api, toasts }: { api: ApiClient; toasts: Toasts }) {
  let stack: readonly Done[] = [];
  /** The entries that the newest of them moved to Trash, while it is offered to undo that. */
  let trashed: readonly TrashedEntry[] = [];
  let offered: Done | undefined;
  const listeners = new Set<() => void>();

  return {
    /** What it is offered to undo right now. */
    snapshot: () => offered,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `instead` is what it replaces. */
    did(done: Done, instead?: Done) {
      trashed = [];
      stack = stack.filter((one) => one !== instead);
      push(done);
    },
    /** An entry was moved to Trash: those of a moment are restored together. */
    trashed({ id, name }: Folder | StoredFile) {
      if (trashed.length > 0) stack = stack.slice(0, -1);
      trashed = [...trashed, { id, name }].slice(-maxRestored);
      const entries = trashed;
      push({ title: titleOf(entries), what: 'Moved to Trash', undo: () => restore(entries) });
    },
    /** The offer has ended; Ctrl Z still works. */
    forget() {
      trashed = [];
      offer(undefined);
    },
    /** Takes back what was done last, or says why not. */
    async undo(): Promise<void> {
      const done = stack.at(-1);
      if (done === undefined) return;
      stack = stack.slice(0, -1);
      trashed = [];
      offer(undefined);
      await done
        .undo()
        .catch((error: unknown) =>
          toasts.show(done.title, error instanceof Changed ? error.message : `Not undone. ${callErrorMessage(error)}`),
        );
    },
  };

  function push(done: Done) {
    stack = [...stack, done].slice(-maxDone);
    offer(done);
  }

  function offer(done: Done | undefined) {
    offered = done;
    for (const listener of listeners) listener();
  }

  async function restore(entries: readonly TrashedEntry[]): Promise<void> {
    const batch = createBatch(api);
    for (const { id } of entries) batch.restore(id);
    await batch.commit().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not-in-trash')) throw error;
      throw new Changed(
        entries.length === 1
          ? 'It is no longer in Trash.'
          : 'One of them is no longer in Trash. Open Trash to restore the others.',
      );
    });
  }
}

/** The name of one entry, or how many there are. */
function titleOf(entries: readonly TrashedEntry[]): string {
  const [only] = entries;
  return entries.length === 1 && only ? visibleName(only.name) : `${entries.length} items`;
}
