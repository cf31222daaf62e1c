import '../parts/page-head.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { itemsOf, type ViewPages } from '../cache/view-cache.ts';
import type { Listings } from '../listing/listings.ts';
import { LoadError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { Undo } from '../undo/undo.ts';
import { EmptyView } from './empty-view.tsx';
import { ViewList } from './view-list.tsx';

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
  starred: { title: 'Starred', summary: 'Folders and files that you starred, the latest first.' },
  recent: { title: 'Recent', summary: 'Files that were added or changed, the newest first.' },
};

/** Folders and files from everywhere, each with the folder that it is in. */
export function EntryView({ view, listings, toasts, undo, query, offline, notice }: EntryViewProps) {
  const { data, error } = query;
  const items = itemsOf(data);
  const isEmpty = data !== undefined && items.length === 0 && !query.hasNextPage;
  const loading = data === undefined && error === null;
  const { title, summary } = texts[view];
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
      <ViewList label={title} {...{ items, query, listings, toasts, undo, offline }} />
    </div>
  );
}
