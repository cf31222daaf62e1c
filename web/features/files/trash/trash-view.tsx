import './trash-view.css';
import '../parts/page-head.css';
import '../parts/entry-list.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TrashIcon } from '#web/ui/icons/icons.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryIdOf, useEntryFocus } from '../listing/use-entry-focus.ts';
import { LoadError, LoadMoreError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { Undo } from '../undo/undo.ts';
import { EmptyTrash } from './empty-trash.tsx';
import { entryIn, itemsOf, type TrashItems, type TrashPages } from './trash-items.ts';
import { TrashRow } from './trash-row.tsx';
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
  const { restore, openMenu, confirmDelete, confirmEmpty, dialog } = useTrashActions({
    trash,
    toasts,
    undo,
    count,
    offline,
  });
  const box = useRef<HTMLTableSectionElement>(null);
  const { stop, onFocus, onKeyDown } = useEntryFocus(box, {
    sections: [{ lead: 0, ids: items.map((item) => entryIn(item).id) }],
    columns: 1,
    nameAt: (at) => {
      const item = items[at];
      return item ? entryIn(item).name : '';
    },
  });
  const now = useNow();
  const retry = () => void query.refetch();

  function onKey(event: KeyboardEvent) {
    const item = items.find((one) => entryIn(one).id === entryIdOf(event.target));
    if (event.key === 'Delete' && item && !offline) confirmDelete(item);
    else onKeyDown(event);
  }

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
        <table className="trash">
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
          <tbody ref={box} onFocus={onFocus} onKeyDown={onKey}>
            {items.map((item) => (
              <TrashRow
                key={entryIn(item).id}
                item={item}
                now={now}
                offline={offline}
                stop={entryIn(item).id === stop}
                onRestore={() => restore(item)}
                onDelete={() => confirmDelete(item)}
                onMore={() => openMenu(item)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {data !== undefined && error !== null && !offline ? (
        <LoadMoreError what="Trash" error={error} retry={retry} />
      ) : null}
      {query.hasNextPage ? (
        <div className="trash__rest">
          <Button busy={query.isFetchingNextPage} disabled={offline} onClick={() => void query.fetchNextPage()}>
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
  const items = `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;
  return `${items}. Each is deleted forever after 30 days.`;
}
