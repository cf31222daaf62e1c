import { useEffect, useEffectEvent } from 'react';
import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';
import { entryIdOf } from '../focus/use-entry-focus.ts';
import type { Destination } from '../move/folder-tree.ts';
import type { Thing } from '../placing/placing-outcome.ts';
import type { Selection } from '../selection/selection.ts';
import { carry, isCarrying, readCarried } from './dragged-things.ts';

type Deps = {
  account: string;
  selection: Selection;
  /** What is to be pasted elsewhere and leaves then. */
  cut: Selection;
  thingsOf: (id: string) => readonly Thing[];
  folder: Destination | undefined;
  place: (what: 'move' | 'copy', things: readonly Thing[], to: Destination) => void;
};

/** Ctrl X, Ctrl C and Ctrl V with what is selected, or the entry that has the focus; also between windows. */
export function useClipboard({ account, selection, cut, thingsOf, folder, place }: Deps): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (isKeyTaken(event) || !event.clipboardData || document.getSelection()?.isCollapsed === false) return;
    const [first = entryIdOf(document.activeElement)] = selection.snapshot();
    const things = first === undefined ? [] : thingsOf(first);
    if (things.length === 0) return;
    event.preventDefault();
    const what = event.type === 'cut' ? 'move' : 'copy';
    carry(event.clipboardData, { account, what, things });
    cut.set(what === 'move' ? things.map(({ id }) => id) : []);
  });

  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isKeyTaken(event) || folder === undefined || !isCarrying(event.clipboardData)) return;
    event.preventDefault();
    const carried = readCarried(event.clipboardData, account);
    cut.clear();
    if (carried) place(carried.what, carried.things, folder);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('cut', (event) => take(event), { signal });
    window.addEventListener('copy', (event) => take(event), { signal });
    window.addEventListener('paste', (event) => paste(event), { signal });
    return () => stop.abort();
  }, []);
}
