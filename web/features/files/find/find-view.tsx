import './find.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';
import type { Listings } from '../listing/listings.ts';
import { LoadError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { Undo } from '../undo/undo.ts';
import { itemsOf, type ViewPages } from '../views/view-items.ts';
import { ViewList } from '../views/view-list.tsx';
import { FindFilters } from './find-filters.tsx';
import { FindInput } from './find-input.tsx';
import { useEnough } from './use-enough.ts';
import { useTyped } from './use-typed.ts';

/** With fewer hits, further names are looked at. */
const enough = 20;

type FindViewProps = {
  /** The search of the address, and a function that replaces it. */
  params: URLSearchParams;
  setParams: (params: URLSearchParams) => void;
  /** Undefined while nothing is asked for. */
  query: UseInfiniteQueryResult<ViewPages> | undefined;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
  notice?: ReactNode;
};

/** Finds folders and files by their names as they are typed, wherever they are. */
export function FindView({ params, setParams, query, listings, toasts, undo, offline, notice }: FindViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useTyped(
    params.get('q') ?? '',
    useCallback((q: string) => setParams(changed(params, { q })), [params, setParams]),
  );
  const items = itemsOf(query?.data);
  const { isLooking, isUnfinished, lookOn } = useEnough(query, items.length, enough);
  const asked = (params.get('q') ?? '').trim();
  const loading = query !== undefined && query.data === undefined && query.error === null;
  const isNothing = query?.data !== undefined && items.length === 0 && !query.hasNextPage && !query.isPlaceholderData;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[data-entry]')?.focus();
  }

  return (
    <div aria-busy={loading}>
      <title>{asked === '' ? 'Find · Keepsake' : `${asked} · Keepsake`}</title>
      <h1 className="sr-only">Find</h1>
      <FindInput className="input find-field" type="search" value={typed} onTyped={setTyped} onKeyDown={onKeyDown} />
      <FindFilters
        params={params}
        onChange={(values) => setParams(changed(params, values))}
        onClear={() => setParams(new URLSearchParams(asked === '' ? {} : { q: asked }))}
        read={listings.read}
      />
      {notice}
      <p className="meta find-count" role="status">
        {query === undefined || loading || isNothing
          ? ''
          : countText(items.length, { isLooking, isUnfinished, isMore: query.hasNextPage })}
      </p>
      {loading ? <SkeletonRows /> : null}
      {query?.data === undefined && query?.error ? (
        <LoadError what="What was found" error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {isNothing ? <NothingFound asked={asked} /> : null}
      {query ? (
        <ViewList
          label="Found"
          typed={asked}
          box={list}
          {...{ items, query, listings, toasts, undo, offline }}
          more={isLooking ? null : isUnfinished ? { label: 'Search further', load: lookOn } : undefined}
        />
      ) : null}
    </div>
  );
}

/** The address with other values; empty ones leave it. */
function changed(params: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values))
    if (value === '') next.delete(name);
    else next.set(name, value);
  return next;
}

function countText(count: number, { isLooking, isUnfinished, isMore }: Record<string, boolean>): string {
  const found = count.toLocaleString('en');
  if (isLooking) return count === 0 ? 'Searching further…' : `${found} found so far. Searching further…`;
  if (isUnfinished) return `${count === 0 ? 'Nothing' : found} found so far. Not everything was searched.`;
  return `${found}${isMore ? ' or more' : ''} found`;
}

function NothingFound({ asked }: { asked: string }) {
  return (
    <EmptyState
      drawing={
        <Drawing>
          <path d="M30 216h240" />
          <circle className="sheet" cx="136" cy="112" r="56" />
          <path d="m176 152 52 52" />
        </Drawing>
      }
      title={asked === '' ? 'Nothing matches.' : `Nothing matches “${asked}”.`}
      text="Try fewer letters or words, or remove a filter. Items in Trash are not searched."
    />
  );
}
