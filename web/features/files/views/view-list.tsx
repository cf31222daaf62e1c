import './entry-view.css';
import '../parts/entry-list.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { Tooltips } from '#web/ui/overlays/tooltips.tsx';
import { SelectionBar } from '../actions/selection-bar.tsx';
import { useEntries } from '../actions/use-entries.ts';
import type { ViewItem, ViewPages } from '../cache/view-cache.ts';
import { useEntryFocus } from '../focus/use-entry-focus.ts';
import type { Listings } from '../listing/listings.ts';
import { LoadMoreError } from '../parts/load-error.tsx';
import { readOn } from '../parts/read-on.ts';
import { CutContext, SelectionContext } from '../selection/selection-context.ts';
import type { Undo } from '../undo/undo.ts';
import { useReadToViewed } from './use-read-to-viewed.ts';
import { ViewRow } from './view-row.tsx';

type ViewListProps = {
  label: string;
  items: readonly ViewItem[];
  query: Pick<
    UseInfiniteQueryResult<ViewPages>,
    'error' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch' | 'data'
  >;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
  /** What is marked in the names. */
  typed?: string;
  box?: RefObject<HTMLUListElement | null>;
  /** How the next ones are loaded, unless page by page; null while that happens by itself. */
  more?: { label: string; load: () => void } | null | undefined;
};

/**
 * Folders and files from everywhere, each with the folder that it is in, and more of them when asked. What can be done
 * with them is the same as in a folder.
 */
export function ViewList({
  label,
  items,
  query,
  listings,
  toasts,
  undo,
  offline,
  typed = '',
  box,
  more = { label: 'Show more', load: () => void readOn(query) },
}: ViewListProps) {
  const own = useRef<HTMLUListElement>(null);
  const list = box ?? own;
  const shown = shownOf(items);
  const isPartial = useReadToViewed(items, query);
  const read = query.data && shown;
  const order = items.map(({ entry }) => entry.id);
  const { selection, cut, onEntries, actions, running, openMenu, tip, dialog } = useEntries({
    whole: read,
    listing: read,
    isPartial,
    pathOf: ({ id }) => items.find(({ entry }) => entry.id === id)?.path ?? [],
    order,
    listings,
    toasts,
    undo,
    offline,
  });
  const { stop, onFocus, onBlur, onKeyDown } = useEntryFocus(list, {
    sections: [{ lead: 0, ids: order }],
    columns: 1,
    nameAt: (at) => items[at]?.entry.name ?? '',
    isSelecting: selection.isSome,
  });

  return (
    <SelectionContext value={selection}>
      <CutContext value={cut}>
        <div {...onEntries}>
          <ul className="view" ref={list} onFocus={onFocus} onBlur={onBlur} onKeyDown={onKeyDown} aria-label={label}>
            {items.map((item) => (
              <ViewRow
                key={item.entry.id}
                item={item}
                typed={typed}
                stop={item.entry.id === stop}
                onStar={() => actions.star([item.entry], !item.entry.starred)}
              />
            ))}
          </ul>
        </div>
        {query.data !== undefined && query.error !== null && !offline ? (
          <LoadMoreError what={label} error={query.error} retry={() => void query.refetch()} />
        ) : null}
        {query.hasNextPage && more ? (
          <div className="mt-6">
            <Button busy={query.isFetchingNextPage} disabled={offline} onClick={more.load}>
              {more.label}
            </Button>
          </div>
        ) : null}
        <SelectionBar listing={shown} offline={offline} actions={actions} running={running} onMore={openMenu} />
        {dialog}
        {tip}
        <Tooltips />
      </CutContext>
    </SelectionContext>
  );
}

function shownOf(items: readonly ViewItem[]): { folders: Folder[]; files: StoredFile[] } {
  const folders: Folder[] = [];
  const files: StoredFile[] = [];
  for (const { entry } of items)
    if ('url' in entry) files.push(entry);
    else folders.push(entry);
  return { folders, files };
}
