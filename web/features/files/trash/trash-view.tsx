import { counted } from '#contract/texts/amounts.ts';
import './trash-view.css';
import '../parts/page-head.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { TrashIcon } from '#web/ui/icons/icons.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { LoadError, LoadMoreError } from '../parts/load-error.tsx';
import { readOn } from '../parts/read-on.ts';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { Undo } from '../undo/undo.ts';
import { EmptyTrash } from './empty-trash.tsx';
import { itemsOf, type TrashItems, type TrashPages } from './trash-items.ts';
import { TrashList } from './trash-list.tsx';
import { useTrashActions } from './use-trash-actions.tsx';

type TrashViewProps = {
  trash: TrashItems;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
  query: UseInfiniteQueryResult<TrashPages>;
  /** Stands above the list when there is something to say about the connection. */
  notice?: ReactNode;
};

/** Everything in Trash, the latest first. */
export function TrashView({ trash, toasts, undo, query, offline, notice }: TrashViewProps) {
  const { data, error } = query;
  const items = itemsOf(data);
  const count = data?.pages[0]?.count ?? 0;
  const isEmpty = data !== undefined && items.length === 0;
  const loading = data === undefined && error === null;
  const { restore, restoreMany, running, openMenu, confirmDelete, confirmEmpty, dialog } = useTrashActions({
    trash,
    toasts,
    undo,
    count,
    offline,
  });
  const retry = () => void query.refetch();

  return (
    <div aria-busy={loading}>
      <title>Trash · Keepsake</title>
      {loading ? <output className="sr-only">Opening Trash</output> : null}
      <header className="page-head trash-head">
        <div>
          <h1 className="h-page">Trash</h1>
          <p className="meta mt-1">{data === undefined ? '\u00a0' : summaryOf(isEmpty ? 0 : count)}</p>
        </div>
        {isEmpty || data === undefined ? null : (
          <Button variant="quiet-danger" disabled={offline} onClick={confirmEmpty}>
            <TrashIcon />
            Empty Trash
          </Button>
        )}
      </header>
      {notice}
      {loading ? <SkeletonRows /> : null}
      {data === undefined && error !== null ? <LoadError what="Trash" error={error} retry={retry} /> : null}
      {isEmpty ? <EmptyTrash /> : null}
      {items.length > 0 ? (
        <TrashList
          items={items}
          offline={offline}
          running={running}
          onRestore={restore}
          onRestoreMany={restoreMany}
          onDelete={confirmDelete}
          onMore={openMenu}
        />
      ) : null}
      {data !== undefined && error !== null && !offline ? (
        <LoadMoreError what="Trash" error={error} retry={retry} />
      ) : null}
      {query.hasNextPage ? (
        <div className="trash__rest">
          <Button busy={query.isFetchingNextPage} disabled={offline} onClick={() => void readOn(query)}>
            Show more
          </Button>
          <span className="meta">
            {items.length.toLocaleString('en')} of {count.toLocaleString('en')}
          </span>
        </div>
      ) : null}
      {dialog}
    </div>
  );
}

function summaryOf(count: number): string {
  if (count === 0) return 'Empty';
  return `${counted(count, 'item')}. Each is deleted forever after 30 days.`;
}
