import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { KeptListings } from './kept-listings.ts';
import type { Listing } from './listing.ts';

/** A burst of changes becomes one write: so long after its first change, in milliseconds. */
const delayMs = 1000;

/** Keeps in the browser every listing under `key` of the cache, as it changes. Returns the way to stop. */
export function keepListings(queries: QueryClient, key: QueryKey, kept: KeptListings): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = queries.getQueryCache();
  const stopListening = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== key[0]) return;
    changed.add(event.query.queryHash);
    timer ??= setTimeout(write, delayMs);
  });
  // A page that is hidden may never be seen again.
  document.addEventListener('visibilitychange', writeWhenHidden);

  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', writeWhenHidden);
    stopListening();
  };

  function writeWhenHidden() {
    if (document.visibilityState === 'hidden') write();
  }

  function write() {
    clearTimeout(timer);
    timer = undefined;
    for (const hash of changed) {
      const state = cache.get<Listing>(hash)?.state;
      if (state?.data && !state.data.partial) void kept.write(state.data, state.dataUpdatedAt);
    }
    changed.clear();
  }
}
