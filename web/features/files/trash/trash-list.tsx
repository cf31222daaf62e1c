import '../parts/entry-list.css';
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { TrashItem } from '#contract/records/trash-records.ts';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { entryIdOf, useEntryFocus } from '../focus/use-entry-focus.ts';
import { createSelection } from '../selection/selection.ts';
import { SelectionContext } from '../selection/selection-context.ts';
import { type Running, SelectionDock } from '../selection/selection-dock.tsx';
import { useSelectionEvents } from '../selection/use-selection-events.ts';
import { useSelectionKeys } from '../selection/use-selection-keys.ts';
import { bytesOf, entryIn } from './trash-items.ts';
import { TrashRow } from './trash-row.tsx';

type TrashListProps = {
  items: readonly TrashItem[];
  offline: boolean;
  /** What is being done to many items right now. */
  running: Running | undefined;
  onRestore: (item: TrashItem) => void;
  onRestoreMany: (items: readonly TrashItem[]) => void;
  /** Asks first. */
  onDelete: (items: readonly TrashItem[]) => void;
  onMore: (item: TrashItem) => void;
};

/** The items in Trash, and what can be done with one and with all that is selected. */
export function TrashList({ items, offline, running, onRestore, onRestoreMany, onDelete, onMore }: TrashListProps) {
  const box = useRef<HTMLTableSectionElement>(null);
  const [selection] = useState(createSelection);
  const ids = items.map((item) => entryIn(item).id);
  const { onKeyDown: selectByKey, ...selecting } = useSelectionEvents(selection, ids);
  const wanted = useSyncExternalStore(selection.subscribe, selection.snapshot);
  const selected = items.filter((item) => wanted.has(entryIn(item).id));
  const { stop, onFocus, onBlur, onKeyDown } = useEntryFocus(box, {
    sections: [{ lead: 0, ids }],
    columns: 1,
    nameAt: (at) => {
      const item = items[at];
      return item ? entryIn(item).name : '';
    },
    isSelecting: selection.isSome,
  });
  const now = useNow();

  useSelectionKeys(({ key }) => {
    if (key === 'Delete' && selected.length > 0 && !offline) onDelete(selected);
  });

  function onKey(event: KeyboardEvent) {
    const item = items.find((one) => entryIn(one).id === entryIdOf(event.target));
    if (event.key === 'Delete' && item && !offline) onDelete(selected.includes(item) ? selected : [item]);
    else onKeyDown(event);
    // The button that has the focus is pressed by Space.
    if (event.key !== ' ') selectByKey(event);
  }

  return (
    <SelectionContext value={selection}>
      <table className="trash" {...selecting}>
        <caption className="sr-only">Items in Trash</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="trash__wide trash__size">
              Size
            </th>
            <th scope="col" className="trash__wide">
              Deletion
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={box} onFocus={onFocus} onBlur={onBlur} onKeyDown={onKey}>
          {items.map((item) => (
            <TrashRow
              key={entryIn(item).id}
              item={item}
              now={now}
              offline={offline}
              stop={entryIn(item).id === stop}
              onRestore={() => onRestore(item)}
              onDelete={() => onDelete([item])}
              onMore={() => onMore(item)}
            />
          ))}
        </tbody>
      </table>
      <SelectionDock
        count={selected.length}
        total={items.length}
        bytes={selected.reduce((sum, item) => sum + (bytesOf(item) ?? 0), 0)}
        running={running}
        onSelectAll={() => selection.set(ids)}
        onClear={selection.clear}
      >
        <Button variant="quiet" compact disabled={offline} onClick={() => onRestoreMany(selected)}>
          <RestoreIcon className="ic--16" />
          Restore
        </Button>
        <Button variant="quiet-danger" compact disabled={offline} onClick={() => onDelete(selected)}>
          <TrashIcon className="ic--16" />
          Delete forever
        </Button>
      </SelectionDock>
    </SelectionContext>
  );
}
