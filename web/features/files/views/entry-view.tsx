import './entry-view.css';
import '../parts/page-head.css';
import '../parts/entry-list.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryCommands } from '../actions/entry-commands.ts';
import type { Undo } from '../actions/undo.ts';
import type { Listings } from '../listing/listings.ts';
import { OfflineContext } from '../listing/offline.ts';
import { useEntryFocus } from '../listing/use-entry-focus.ts';
import { LoadError, LoadMoreError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { EmptyView } from './empty-view.tsx';
import { itemsOf, type ViewPages } from './view-items.ts';
import { ViewRow } from './view-row.tsx';

type EntryViewProps = {
  view: 'starred' | 'recent';
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  query: UseInfiniteQueryResult<ViewPages>;
  offline: boolean;
  /** Stands above the list when there is something to say about the connection. */
  notice?: ReactNode;
};

const texts = {
  starred: { title: 'Starred', summary: 'What you starred, wherever it is. The last one is first.' },
  recent: { title: 'Recent', summary: 'Files as they were added or got new content, the newest first.' },
};

/** Folders and files from everywhere, each with the folder that it is in. */
export function EntryView({ view, listings, toasts, undo, query, offline, notice }: EntryViewProps) {
  const { data, error } = query;
  const items = itemsOf(data);
  const isEmpty = data !== undefined && items.length === 0 && !query.hasNextPage;
  const loading = data === undefined && error === null;
  const { title, summary } = texts[view];
  const commands = useMemo(() => entryCommands({ listings, toasts, undo }), [listings, toasts, undo]);
  const box = useRef<HTMLUListElement>(null);
  const { stop, onFocus, onKeyDown } = useEntryFocus(box, {
    sections: [{ lead: 0, ids: items.map(({ entry }) => entry.id) }],
    columns: 1,
    nameAt: (at) => items[at]?.entry.name ?? '',
  });
  const retry = () => void query.refetch();

  return (
    <div aria-busy={loading}>
      <title>{`${title} · Keepsake`}</title>
      {loading ? <output className="sr-only">{`Opening ${title}`}</output> : null}
      <header className="page-head">
        <div>
          <h1 className="h-page">{title}</h1>
          <p className="meta mt-1">{summary}</p>
        </div>
      </header>
      {notice}
      {loading ? <SkeletonRows /> : null}
      {data === undefined && error !== null ? <LoadError what={title} error={error} retry={retry} /> : null}
      {isEmpty ? <EmptyView view={view} /> : null}
      <OfflineContext value={offline}>
        <ul className="view" ref={box} onFocus={onFocus} onKeyDown={onKeyDown} aria-label={title}>
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
      {data !== undefined && error !== null && !offline ? (
        <LoadMoreError what={title} error={error} retry={retry} />
      ) : null}
      {query.hasNextPage ? (
        <div className="mt-6">
          <Button busy={query.isFetchingNextPage} disabled={offline} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}
