import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { entryAfter, type Shelf } from './entry-focus-order.ts';

/**
 * One entry at a time can be reached with Tab; arrow keys, Home and End go to the others. `box` holds the entries; the
 * link of each carries its id as `data-entry`.
 */
export function useEntryFocus(box: RefObject<HTMLElement | null>, shelves: readonly Shelf[], columns: number) {
  const ids = shelves.flatMap((shelf) => shelf.ids);
  const [last, setLast] = useState<string>();
  const lastAt = useRef(0);
  const stop = last !== undefined && ids.includes(last) ? last : ids[0];

  useLayoutEffect(() => {
    if (last === undefined) return;
    const at = ids.indexOf(last);
    if (at >= 0) {
      lastAt.current = at;
      return;
    }
    // The entry that had the focus is gone: its neighbour takes it.
    const neighbour = ids[Math.min(lastAt.current, ids.length - 1)];
    setLast(neighbour);
    if (neighbour !== undefined && document.activeElement === document.body) linkIn(box, neighbour)?.focus();
  }, [box, ids, last]);

  return {
    /** The entry that Tab leads to. */
    stop,
    onFocus({ target }: { target: EventTarget }) {
      const id = entryOf(target);
      if (id !== undefined) setLast(id);
    },
    onKeyDown(event: KeyboardEvent) {
      const id = entryOf(event.target);
      if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = entryAfter(shelves, columns, id, event.key);
      if (next === undefined) return;
      event.preventDefault();
      flushSync(() => setLast(next));
      const link = linkIn(box, next);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: 'nearest' });
    },
  };
}

function linkIn(box: RefObject<HTMLElement | null>, id: string): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? null;
}

/** The id of the entry that an element leads to. */
export function entryOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset.entry : undefined;
}
