import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '#web/ui/browser/is-typing.ts';

/** After the page, so that it is there when it is wanted, in milliseconds. */
const loadAfterMs = 1000;

/**
 * `/` and Ctrl K find; where a text is written, only Ctrl K does. The page for finding has a field of its own. `load` brings what
 * is opened. What is typed until its field is there is the field's, and no shortcut of the page behind.
 */
export function useFind(isSignedIn: boolean, load: () => Promise<unknown>) {
  /** What was typed before there was a field; undefined while nobody finds. */
  const [begun, setBegun] = useState<string>();
  const open = () => setBegun('');
  const close = () => setBegun(undefined);

  const onEarlyKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (begun === undefined || hasModifier(event) || document.querySelector('dialog[open]')) return;
    if (key !== 'Backspace' && key.length !== 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setBegun((now = '') => (key === 'Backspace' ? now.slice(0, -1) : now + key));
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOurs =
      event.ctrlKey || event.metaKey ? event.key.toLowerCase() === 'k' : event.key === '/' && !isTyping(event.target);
    if (!isOurs || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const field = document.querySelector<HTMLElement>('.find-field');
    if (field) field.focus();
    else open();
  });

  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('keydown', (event) => onEarlyKey(event), { signal, capture: true });
    window.addEventListener('keydown', (event) => onKey(event), { signal });
    const timer = setTimeout(() => load().catch(() => {}), loadAfterMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isSignedIn, load]);

  return { begun, open, close };
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
