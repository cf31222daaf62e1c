import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { Unpacking } from '#contract/records/unpackings.ts';

export type Unpackings = ReturnType<typeof createUnpackings>;

type Deps = {
  api: Pick<DriveClient, 'unpackings'>;
  /** Called once for each that was running and has ended. */
  onEnded: (ended: Unpacking) => void;
};

/** How often the server is asked how far it is, in milliseconds, and how often while it does not answer. */
const askMs = 1000;
const askAgainMs = 5000;

/** The archives of this person that the server is unpacking, whichever page began it. */
export function createUnpackings({ api, onEnded }: Deps) {
  let running: readonly Unpacking[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  /** An answer that was on its way says nothing more of these. */
  const ended = new Set<string>();
  const listeners = new Set<() => void>();

  return {
    snapshot: () => running,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Begins with an archive, given by its parts. Throws ApiError. */
    async begin([id = '', ...parts]: readonly string[]): Promise<Unpacking> {
      const begun = await api.unpackings.begin({ id, ...(parts.length > 0 && { parts }) });
      put(begun);
      return begun;
    },
    /** Throws ApiError. */
    stop: async (id: string): Promise<void> => put(await api.unpackings.stop({ id })),
    /** Finds those that were begun elsewhere, or before a reload. */
    async find(): Promise<void> {
      const found = await api.unpackings.list().catch(() => undefined);
      for (const one of found?.unpackings ?? []) put(one);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };

  function put(one: Unpacking): void {
    if (isClosed || ended.has(one.id)) return;
    const isKnown = running.some(({ id }) => id === one.id);
    const isRunning = one.state === 'running';
    if (!isRunning) ended.add(one.id);
    if (isRunning) show(isKnown ? running.map((old) => (old.id === one.id ? one : old)) : [...running, one]);
    else show(running.filter(({ id }) => id !== one.id));
    if (isKnown && !isRunning) onEnded(one);
    if (isRunning) timer ??= setTimeout(() => void askAll(), askMs);
  }

  function show(next: readonly Unpacking[]): void {
    running = next;
    for (const listener of listeners) listener();
  }

  async function askAll(): Promise<void> {
    const asked = running;
    const answers = await Promise.allSettled(asked.map(({ id }) => api.unpackings.get({ id })));
    timer = undefined;
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') put(answer.value);
      // How it ended is not known: its folder may have been deleted forever.
      else if (isForgotten(answer.reason)) show(running.filter(({ id }) => id !== asked[at]?.id));
    }
    if (running.length > 0 && !isClosed) timer ??= setTimeout(() => void askAll(), askAgainMs);
  }
}

/** Whether the server does not know of it any more. */
function isForgotten(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unpacking-not-found';
}
