import { type KeyboardEvent, useState } from 'react';
import { useClipboard } from '../drag/use-clipboard.ts';
import { useDrag } from '../drag/use-drag.tsx';
import { createSelection } from '../selection/selection.ts';
import { useSelectionEvents } from '../selection/use-selection-events.ts';
import { useEntryActions } from './use-entry-actions.tsx';

type Deps = Omit<Parameters<typeof useEntryActions>[0], 'selection'> & {
  /** The ids of what the page shows, in its order. */
  order: readonly string[];
};

/** Everything that mouse, finger and keyboard do with the folders and files of a page. */
export function useEntries({ order, ...deps }: Deps) {
  const [selection] = useState(createSelection);
  const [cut] = useState(createSelection);
  const { onKeyDown, ...selecting } = useSelectionEvents(selection, order);
  const { handlers, viewByKey, thingsOf, receive, ...rest } = useEntryActions({ ...deps, selection });
  const elsewhere = { account: deps.listings.account, thingsOf, folder: deps.whole?.folder, place: receive };
  const { tip, onDragStart } = useDrag(elsewhere);
  useClipboard({ ...elsewhere, selection, cut });

  return {
    ...rest,
    selection,
    cut,
    /** Hangs from the pointer. */
    tip,
    /** Of the element that holds them. */
    onEntries: {
      ...selecting,
      ...handlers,
      onDragStart,
      onKeyDown(event: KeyboardEvent) {
        if (viewByKey(event)) return;
        onKeyDown(event);
        handlers.onKeyDown(event);
      },
    },
  };
}
