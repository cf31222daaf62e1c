import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** A burst of changes within this time is read once, in milliseconds. */
const debounceMs = 200;

/** Reads queries again, once for a burst of changes, and not while `isHeld`. */
export function createRefreshSoon(queries: QueryClient, queryKey: QueryKey, isHeld: () => boolean = () => false) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return { soon, close: () => clearTimeout(timer) };

  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      // What is loading arrives first; another read would abort it.
      if (isHeld() || queries.isFetching({ queryKey }) > 0) soon();
      else void queries.invalidateQueries({ queryKey });
    }, debounceMs);
  }
}
