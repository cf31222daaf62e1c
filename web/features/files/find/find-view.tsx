import './find.css';
import '../parts/page-head.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { SearchIcon } from '#web/ui/icons/icons.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';
import { itemsOf, type ViewPages } from '../cache/view-cache.ts';
import type { Listings } from '../listing/listings.ts';
import { LoadError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { Undo } from '../undo/undo.ts';
import { ViewList } from '../views/view-list.tsx';
import { filtersOn } from './filter-choices.ts';
import { FindChips } from './find-chips.tsx';
import { FindFilters } from './find-filters.tsx';
import { FindInput } from './find-input.tsx';
import { RecentFiles } from './recent-files.tsx';
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
  /** What is shown then. */
  recent: UseInfiniteQueryResult<ViewPages>;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
  notice?: ReactNode;
};

/** Finds folders and files by their names as they are typed, wherever they are. */
export function FindView({ params, setParams, query, recent, listings, toasts, undo, offline, notice }: FindViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // A change begins from the one before it, also from one that is not rendered yet.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback(
    (values: Record<string, string>) => {
      latest.current = changed(latest.current, values);
      setParams(latest.current);
    },
    [setParams],
  );
  const [typed, setTyped] = useTyped(
    params.get('q') ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const items = itemsOf(query?.data);
  const { isLooking, isUnfinished, lookOn } = useEnough(query, items.length, enough);
  const asked = (params.get('q') ?? '').trim();
  const loading = query !== undefined && query.data === undefined && query.error === null;
  const isNothing = query?.data !== undefined && items.length === 0 && !query.hasNextPage && !query.isPlaceholderData;

  function clear() {
    setTyped('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[data-entry]')?.focus();
  }

  return (
    <div aria-busy={loading}>
      <title>{asked === '' ? 'Find · Keepsake' : `${asked} · Keepsake`}</title>
      <header className="page-head find-head">
        <div>
          <h1 className="h-page">Find</h1>
          <p className="meta mt-1">Type a part of a name. Folders and files are found wherever they are.</p>
        </div>
      </header>
      <div className="find-box">
        <SearchIcon />
        <FindInput
          ref={field}
          className="input find-field"
          type="search"
          value={typed}
          onTyped={setTyped}
          onKeyDown={onKeyDown}
        />
        {typed === '' ? null : (
          <Button variant="quiet" aria-label="Clear the field" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <div className="find-body">
        <FindFilters params={params} onChange={change} />
        <div>
          {notice}
          <FindChips
            params={params}
            onChange={change}
            onClear={() => setParams(new URLSearchParams(asked === '' ? {} : { q: asked }))}
            read={listings.read}
          />
          {query ? (
            <p className="meta find-count" role="status">
              {loading || isNothing
                ? ''
                : countText(items.length, { isLooking, isUnfinished, isMore: query.hasNextPage })}
            </p>
          ) : null}
          {loading ? <SkeletonRows /> : null}
          {query?.data === undefined && query?.error ? (
            <LoadError what="What was found" error={query.error} retry={() => void query.refetch()} />
          ) : null}
          {isNothing ? (
            <NothingFound asked={asked} isFiltered={params.has('in') || filtersOn(params).length > 0} />
          ) : null}
          {query ? (
            <ViewList
              label="Found"
              typed={asked}
              box={list}
              {...{ items, query, listings, toasts, undo, offline }}
              more={isLooking ? null : isUnfinished ? { label: 'Search further', load: lookOn } : undefined}
            />
          ) : (
            <RecentFiles query={recent} box={list} {...{ listings, toasts, undo, offline }} />
          )}
        </div>
      </div>
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

function adviceFor(asked: string, isFiltered: boolean): string {
  if (!isFiltered) return 'fewer letters or words';
  return asked === '' ? 'without a filter' : 'fewer letters or words, or remove a filter';
}

function NothingFound({ asked, isFiltered }: { asked: string; isFiltered: boolean }) {
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
      text={`Try ${adviceFor(asked, isFiltered)}. Items in Trash are not searched.`}
    />
  );
}
