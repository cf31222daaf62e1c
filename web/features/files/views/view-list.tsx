import './entry-view.css';
import '../parts/entry-list.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryCommands } from '../actions/entry-commands.ts';
import type { Undo } from '../actions/undo.ts';
import type { Listings } from '../listing/listings.ts';
import { OfflineContext } from '../listing/offline.ts';
import { useEntryFocus } from '../listing/use-entry-focus.ts';
import { LoadMoreError } from '../parts/load-error.tsx';
import type { ViewItem } from './view-items.ts';
import { ViewRow } from './view-row.tsx';

type ViewListProps = {
  label: string;
  items: readonly ViewItem[];
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch' | 'data'
  >;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
  box?: RefObject<HTMLUListElement | null>;
};

/** Folders and files from everywhere, each with the folder that it is in, and more of them when asked. */
export function ViewList({ label, items, query, listings, toasts, undo, offline, box }: ViewListProps) {
  const commands = useMemo(() => entryCommands({ listings, toasts, undo }), [listings, toasts, undo]);
  const own = useRef<HTMLUListElement>(null);
  const list = box ?? own;
  const { stop, onFocus, onKeyDown } = useEntryFocus(list, {
    sections: [{ lead: 0, ids: items.map(({ entry }) => entry.id) }],
    columns: 1,
    nameAt: (at) => items[at]?.entry.name ?? '',
  });

  return (
    <>
      <OfflineContext value={offline}>
        <ul className="view" ref={list} onFocus={onFocus} onKeyDown={onKeyDown} aria-label={label}>
          {items.map((item) => (
            <ViewRow
              key={item.entry.id}
              item={item}
              stop={item.entry.id === stop}
              onStar={() => void commands.star([item.entry], !item.entry.starred)}
            />
          ))}
        </ul>
      </OfflineContext>
      {query.data !== undefined && query.error !== null && !offline ? (
        <LoadMoreError what={label} error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.hasNextPage ? (
        <div className="mt-6">
          <Button busy={query.isFetchingNextPage} disabled={offline} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
