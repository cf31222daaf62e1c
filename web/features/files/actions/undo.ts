import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { maxUndoAgeSeconds } from '#contract/limits.ts';
import { visibleName } from '#contract/names/names.ts';
import { readSession, writeSession } from '#web/ui/browser/local-storage.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { cannotUndoMessage } from './cannot-undo-message.ts';

/** Something that was done in this tab; the operations by which it is undone, in the order in which they were done. */
export type Done = { title: string; what: string; operationIds: string[]; at: number };

/** What a toast offers instead of undoing, and beside it. Ctrl Z undoes all the same. */
export type Instead = { label: string; run: () => Promise<unknown>; more?: { label: string; open: () => void } };

/** What was done in this tab during the last hour, the last one first to be undone; it outlives a reload. */
export type Undo = ReturnType<typeof createUndo>;

type Named = { name: string };
type OperationIds = readonly (string | null)[];

const maxDone = 100;

type Deps = { api: Pick<ApiClient, 'undo'>; toasts: Toasts; account: string };

export function createUndo({ api, toasts, account }: Deps) {
  const key = `undo ${account}`;
  let stack: readonly Done[] = read(key);
  /** What the newest of them moved to Trash, while it is offered to undo that. */
  let trashed: readonly Named[] = [];
  let offered: Done | undefined;
  let instead: Instead | undefined;
  const listeners = new Set<() => void>();

  return {
    /** What it is offered to undo right now. */
    snapshot: () => offered,
    /** What the toast of that offers. */
    instead: () => instead,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Something was done to things, by calls with these operations. */
    did(things: readonly Named[], what: string, operationIds: OperationIds) {
      trashed = [];
      push(things, what, operationIds);
    },
    /** Things were moved to Trash: those of a moment come back together. */
    trashed(things: readonly Named[], operationIds: OperationIds) {
      const before = trashed.length > 0 ? (stack.at(-1)?.operationIds ?? []) : [];
      if (trashed.length > 0) stack = stack.slice(0, -1);
      trashed = [...trashed, ...things];
      push(trashed, 'Moved to Trash', [...before, ...operationIds]);
    },
    /** The same with a toast that offers something else; `before` is what it replaces. */
    offer(
      things: readonly Named[],
      what: string,
      operationIds: OperationIds,
      other: Instead & { before?: Done },
    ): Done {
      trashed = [];
      keep(stack.filter((one) => one !== other.before));
      return push(things, what, operationIds, other);
    },
    /** It cannot be undone any more, because something else was chosen. */
    drop(done: Done) {
      keep(stack.filter((one) => one !== done));
      if (offered === done) offer(undefined);
    },
    /** The offer has ended; Ctrl Z still works. */
    forget() {
      trashed = [];
      offer(undefined);
    },
    /** Undoes what was done last, or says why not. */
    async undo(): Promise<void> {
      const done = stack.at(-1);
      if (done === undefined) return;
      keep(stack.slice(0, -1));
      trashed = [];
      offer(undefined);
      try {
        for (const operationId of done.operationIds.toReversed()) await api.undo({ operationId });
      } catch (error) {
        toasts.show(done.title, `Not undone. ${cannotUndoMessage(error)}`);
        // Nothing was undone: it can be tried again.
        if (error instanceof ApiError && error.code === 'unavailable') keep([...stack, done]);
      }
    },
    /** Forgets all of it. */
    close: () => writeSession(key, null),
  };

  function push(things: readonly Named[], what: string, operationIds: OperationIds, other?: Instead): Done {
    const done = {
      title: titleOf(things),
      what,
      operationIds: operationIds.filter((id) => id !== null),
      at: Date.now(),
    };
    if (done.operationIds.length > 0) keep([...stack, done]);
    offer(done, other);
    return done;
  }

  function keep(next: readonly Done[]) {
    stack = next.filter(isRecent).slice(-maxDone);
    writeSession(key, JSON.stringify(stack));
  }

  function offer(done: Done | undefined, other?: Instead) {
    offered = done;
    instead = other;
    for (const listener of listeners) listener();
  }
}

function read(key: string): Done[] {
  try {
    return (JSON.parse(readSession(key) ?? '[]') as Done[]).filter(isRecent);
  } catch {
    return [];
  }
}

function isRecent({ at }: Done): boolean {
  return at > Date.now() - maxUndoAgeSeconds * 1000;
}

/** The name of one thing, or how many there are. */
function titleOf(things: readonly Named[]): string {
  const [only] = things;
  return things.length === 1 && only ? visibleName(only.name) : `${things.length.toLocaleString('en')} items`;
}
