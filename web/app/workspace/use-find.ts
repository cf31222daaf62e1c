import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '#web/ui/browser/is-typing.ts';
import { createEarlyKeys } from './early-keys.ts';

/** After the page, so that it is there when it is wanted, in milliseconds. */
const loadAfterMs = 1000;

/**
 * `/` and Ctrl K find; where a text is written, only Ctrl K does. The page for finding has a field of its own. `load` brings what
 * `onFind` opens.
 */
export function useFind(isSignedIn: boolean, load: () => Promise<unknown>, onFind: () => void) {
  const [early] = useState(createEarlyKeys);
  const open = () => {
    early.begin();
    onFind();
  };
  const find = useEffectEvent(open);
  const loadSoon = useEffectEvent(load);

  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = event.ctrlKey || event.metaKey ? event.key === 'k' : event.key === '/' && !isTyping(event.target);
      if (!isOurs || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const field = document.querySelector<HTMLElement>('.find-field');
      if (field) field.focus();
      else find();
    };
    window.addEventListener('keydown', early.onKeyDown, { signal, capture: true });
    window.addEventListener('keydown', onKeyDown, { signal });
    const timer = setTimeout(() => loadSoon().catch(() => {}), loadAfterMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isSignedIn, early]);

  return { open, close: early.end, early };
}
