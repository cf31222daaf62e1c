import type { DriveClient } from '#client/drive-api.ts';
import { maxUndoAgeSeconds } from '#contract/limits.ts';
import { visibleName } from '#contract/names/names.ts';
import { readSession, writeSession } from '#web/ui/browser/local-storage.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Lying } from '../cache/listing-cache.ts';
import { type Place, placesOf } from '../cache/place.ts';
import { notUndoneMessage } from './not-undone-message.ts';
import { type DoneCall, type Elsewhere, undoCalls } from './undo-calls.ts';

/**
 * A call that changed things, as they were before, and the operation by which it is undone; null if it changed nothing.
 * `toTrash`: undoing it moves something to Trash and brings nothing back.
 */
export type Call = { things: readonly Changed[]; operationId: string | null; toTrash?: true };

/**
 * Something that was done in this tab, by calls that changed something, in the order in which they were made, and where
 * its results are, if they may be elsewhere than what the page shows. Without calls it is what was undone.
 */
export type Done = {
  title: string;
  what: string;
  calls: readonly DoneCall[];
  places: readonly Place[];
  at: number;
};

/** What a toast offers instead of undoing, and beside it. Ctrl Z undoes all the same. */
export type Instead = { label: string; run: () => Promise<unknown>; more?: { label: string; open: () => void } };

/** What was done in this tab during the last hour, the last one first to be undone; it outlives a reload. */
export type Undo = ReturnType<typeof createUndo>;

type Changed = { id: string; name: string } & Lying;

const maxDone = 100;
/** So many things of a folder are known after a reload: the browser stores a few megabytes. */
const maxSavedIds = 200;

type Deps = {
  api: Pick<DriveClient, 'undo'>;
  toasts: Pick<Toasts, 'show'>;
  account: string;
  /** Called with what came back. */
  onUndone: (ids: readonly string[]) => void;
};

export function createUndo({ api, toasts, account, onUndone }: Deps) {
  const key = `undo ${account}`;
  let stack: readonly Done[] = read(key);
  /** What moved to Trash, and is offered to come back. */
  let trashed: readonly Call[] = [];
  let offered: Done | undefined;
  let instead: Instead | undefined;
  /** Ends when what is being undone is. */
  let running = Promise.resolve();
  /** What is shown as done and not answered yet. */
  const underWay = new Set<Promise<unknown>>();
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
    /** Something is shown as done; the promise settles when this knows of it. Ctrl Z waits for that, to undo it first. */
    doing(work: Promise<unknown>): void {
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    /** Something was done by calls. Returns what is offered then: nothing if they changed nothing. */
    did(calls: readonly Call[], what: string, places: readonly Place[] = []): Done | undefined {
      trashed = [];
      return push(calls, what, places);
    },
    /** Things were moved to Trash: those of a moment come back together. */
    trashed(calls: readonly Call[]) {
      if (trashed.length > 0) keep(stack.filter((one) => one !== offered));
      trashed = [...trashed, ...calls];
      push(trashed, 'Moved to Trash', []);
    },
    /** The same with a toast that offers something else; `before` is what it replaces. */
    offer(calls: readonly Call[], what: string, other: Instead & { before?: Done }): Done | undefined {
      trashed = [];
      keep(stack.filter((one) => one !== other.before));
      return push(calls, what, [], other);
    },
    /** Calls of it cannot be undone any more, because something else was chosen. */
    drop(done: Done, operationIds: readonly string[]) {
      replace(
        done,
        done.calls.filter(({ operationId }) => !operationIds.includes(operationId)),
      );
      if (offered === done) offer(undefined);
    },
    /** The offer has ended; Ctrl Z still works. */
    forget() {
      trashed = [];
      offer(undefined);
    },
    /** Undoes what was done last, or what is given; says what was not undone, and why. One after another. */
    undo(given?: Done): Promise<void> {
      running = running.then(async () => {
        if (given === undefined) await Promise.allSettled(underWay);
        const done = given ?? stack.at(-1);
        if (done && stack.includes(done)) await take(done);
      });
      return running;
    },
    /** Forgets all of it. */
    close: () => writeSession(key, null),
  };

  async function take(done: Done): Promise<void> {
    let rest = done;
    trashed = [];
    offer(undefined);
    const { refused, elsewhere } = await undoCalls(api, done.calls, (calls) => {
      rest = replace(rest, calls);
    });
    if (refused.length > 0) {
      const [title, why] = notUndoneMessage(done, refused);
      toasts.show(title, elsewhere.length === 0 ? why : `${why} ${elsewhereText(elsewhere)}`);
    }
    const stayed = new Set(refused.map(({ call }) => call));
    const moved = new Set(elsewhere.map(({ id }) => id));
    const back = done.calls.flatMap((call) => (stayed.has(call) ? [] : call.back));
    const there = back.map(({ folderId, ids }) => ({ folderId, ids: ids.filter((id) => !moved.has(id)) }));
    const places = [...placesOf(elsewhere), ...there.filter(({ ids }) => ids.length > 0)];
    if (stayed.size < done.calls.length) onUndone(places.flatMap(({ ids }) => ids));
    if (offered !== undefined) return;
    if (rest.calls.length > 0) offer(rest);
    else if (stayed.size === 0) offer({ ...done, what: undoneText(done, elsewhere), calls: [], places });
  }

  function push(calls: readonly Call[], what: string, places: readonly Place[], other?: Instead): Done | undefined {
    const changing = calls.flatMap(({ things, operationId, toTrash }) => {
      const back = toTrash ? [] : placesOf(things);
      return operationId === null ? [] : [{ operationId, title: titleOf(things), count: things.length, back }];
    });
    if (changing.length === 0) return undefined;
    const title = titleOf(calls.flatMap(({ things }) => things));
    const done = { title, what, calls: changing, places, at: Date.now() };
    keep([...stack, done]);
    offer(done, other);
    return done;
  }

  /** What is left of something that was done; without calls it is done with. */
  function replace(done: Done, calls: readonly DoneCall[]): Done {
    const rest = { ...done, calls };
    keep(stack.flatMap((one) => (one !== done ? [one] : calls.length > 0 ? [rest] : [])));
    return rest;
  }

  function keep(next: readonly Done[]) {
    stack = next.filter(isRecent).slice(-maxDone);
    writeSession(key, JSON.stringify(stack, shortened));
  }

  function offer(done: Done | undefined, other?: Instead) {
    offered = done;
    instead = other;
    for (const listener of listeners) listener();
  }
}

/** Says also where something is that could not come back to where it was. */
function undoneText({ title }: Done, elsewhere: readonly Elsewhere[]): string {
  const [one, ...others] = elsewhere;
  if (one === undefined) return 'Undone';
  if (others.length > 0) return isInRoot(elsewhere) ? elsewhereText(elsewhere) : `Undone. ${elsewhereText(elsewhere)}`;
  const name = visibleName(one.name);
  return `${isInRoot(elsewhere) ? 'Restored to Root' : 'Restored'}${name === title ? '' : ` as “${name}”`}`;
}

function elsewhereText(elsewhere: readonly Elsewhere[]): string {
  const title = titleOf(elsewhere);
  if (isInRoot(elsewhere)) return `Restored to Root: ${title}`;
  return elsewhere.length === 1 ? `Restored as “${title}”` : `${title} have another name or folder now`;
}

function isInRoot(elsewhere: readonly Elsewhere[]): boolean {
  return elsewhere.every(({ parentId }) => parentId === null);
}

function read(key: string): Done[] {
  try {
    const all = JSON.parse(readSession(key) ?? '[]') as Done[];
    // What an earlier build of the page stored has another form.
    return all.filter((one) => Array.isArray(one.places) && isRecent(one));
  } catch {
    return [];
  }
}

function shortened(key: string, value: unknown): unknown {
  return key === 'ids' && Array.isArray(value) ? value.slice(0, maxSavedIds) : value;
}

function isRecent({ at }: Done): boolean {
  return at > Date.now() - maxUndoAgeSeconds * 1000;
}

/** The name of one thing, or how many there are. */
function titleOf(things: readonly Changed[]): string {
  const [only] = things;
  return things.length === 1 && only ? visibleName(only.name) : `${things.length.toLocaleString('en')} items`;
}
