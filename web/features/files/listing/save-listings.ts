import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Listing } from '../cache/listing.ts';
import type { SavedListings } from './saved-listings.ts';

/** A burst of changes becomes one write: this long after the first change, and longer for a long listing. */
const delayMs = 1000;
const delayPerEntryMs = 1;
/** A listing with more entries is saved when the page is hidden: copying it would be seen. */
const maxWhileShown = 10_000;

type Options = {
  saved: SavedListings;
  /** Whether a listing shows only what the server knows of: what is read back as true must have become so. */
  isAnswered: (listing: Listing) => boolean;
};

/** Saves every listing under `key` of the cache in the browser, as it changes. Returns a function that stops it. */
export function saveListings(queries: QueryClient, key: QueryKey, { saved, isAnswered }: Options): () => void {
  const changed = new Set<string>();
  const written = new Map<string, Listing>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = queries.getQueryCache();
  const stopListening = cache.subscribe((event) => {
    if (event.query.queryKey[0] !== key[0]) return;
    if (event.type === 'removed') written.delete(event.query.queryHash);
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { folders, files } = event.query.state.data as Listing;
    changed.add(event.query.queryHash);
    timer ??= setTimeout(() => write(differs), delayMs + (folders.length + files.length) * delayPerEntryMs);
  });
  // A hidden page may never be shown again.
  document.addEventListener('visibilitychange', writeWhenHidden);

  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', writeWhenHidden);
    stopListening();
  };

  function writeWhenHidden() {
    if (document.visibilityState === 'hidden') write(() => true);
  }

  function write(isDue: (hash: string, listing: Listing) => boolean) {
    clearTimeout(timer);
    timer = undefined;
    for (const hash of changed) {
      const { data, dataUpdatedAt } = cache.get<Listing>(hash)?.state ?? {};
      if (!data || dataUpdatedAt === undefined || data.partial || !isAnswered(data) || !isDue(hash, data)) continue;
      void saved.write(data, dataUpdatedAt);
      written.set(hash, data);
      changed.delete(hash);
    }
  }

  /** A change elsewhere only raises the revision of a listing, which can wait. */
  function differs(hash: string, { folder, folders, files }: Listing): boolean {
    if (folders.length + files.length > maxWhileShown) return false;
    const before = written.get(hash);
    return before?.folder !== folder || before.folders !== folders || before.files !== files;
  }
}
