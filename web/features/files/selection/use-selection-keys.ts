import { useEffect, useEffectEvent } from 'react';
import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';
import { entryIdOf } from '../focus/use-entry-focus.ts';

/**
 * Passes on keys that come from elsewhere than an entry, which handles its own: after a click on a tick, a rubber band or
 * Ctrl A the focus may be anywhere on the page, and what is selected is still meant.
 */
export function useSelectionKeys(onKey: (event: KeyboardEvent) => void): void {
  const pass = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
    if (entryIdOf(event.target) === undefined) onKey(event);
  });

  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => pass(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
