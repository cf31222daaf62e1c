import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { toastDelayMs } from '#contract/display.ts';

/** What the last action led to: the page that holds it brings the first of it into view, and marks all of it for a moment. */
export type Results = ReturnType<typeof createResults>;

/** What is still to be brought into view: each object once. */
export type Wanted = { ids: readonly string[] } | undefined;

export function createResults() {
  let ids = new Set<string>();
  let wanted: Wanted;
  /** Ends the marks as long after they are seen as a toast stays. */
  let end: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  return {
    has: (id: string) => ids.has(id),
    wanted: () => wanted,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** An action led to these, and to nothing of what it was before. */
    show(next: readonly string[]) {
      set(new Set(next), next.length > 0 ? { ids: next } : undefined);
    },
    /** It led to this as well: marked, but the page stays where it is. */
    add(id: string) {
      set(ids.add(id), wanted);
    },
    /** It was brought into view. */
    seen(done: Wanted) {
      if (done === wanted) set(ids, undefined);
    },
    clear,
  };

  function clear() {
    if (ids.size > 0) set(new Set(), undefined);
  }

  function set(next: Set<string>, nextWanted: Wanted) {
    ids = next;
    wanted = nextWanted;
    clearTimeout(end);
    end = wanted === undefined && ids.size > 0 ? setTimeout(clear, toastDelayMs) : undefined;
    for (const listener of listeners) listener();
  }
}

export const ResultsContext = createContext<Results>(createResults());

/** Whether an entry is what the last action led to. */
export function useIsResult(id: string): boolean {
  const results = useContext(ResultsContext);
  return useSyncExternalStore(results.subscribe, () => results.has(id));
}

/** The next key or click ends the marks sooner. */
export function useResultsEnd(results: Results): void {
  useEffect(() => {
    const stop = new AbortController();
    const listen = { signal: stop.signal, capture: true };
    window.addEventListener('keydown', results.clear, listen);
    window.addEventListener('pointerdown', results.clear, listen);
    return () => stop.abort();
  }, [results]);
}
