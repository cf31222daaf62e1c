import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Ancestor } from '#contract/records/entries.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { Tooltips } from '#web/ui/overlays/tooltips.tsx';
import { SelectionBar } from '../actions/selection-bar.tsx';
import { useEntries } from '../actions/use-entries.ts';
import type { Listing } from '../cache/listing.ts';
import { EntryGrid } from '../grid/entry-grid.tsx';
import { NewFolderTile } from '../grid/new-folder-tile.tsx';
import { EntryList } from '../list/entry-list.tsx';
import { NewFolderButton } from '../list/new-folder-button.tsx';
import { idsOf } from '../listing/entry-ids.ts';
import type { Listings } from '../listing/listings.ts';
import { RevealContext, useRevealed } from '../listing/reveal.ts';
import { useView } from '../listing/use-view.ts';
import { useShown } from '../order/use-shown.ts';
import { LoadError, LoadMoreError } from '../parts/load-error.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { RubberBand } from '../selection/rubber-band.tsx';
import { CutContext, SelectionContext } from '../selection/selection-context.ts';
import { type BandAreas, BandAreasContext } from '../selection/use-band-area.ts';
import { createFolder } from '../undo/create-folder.ts';
import type { Undo } from '../undo/undo.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { EmptyFolder } from './empty-folder.tsx';
import { FolderHead } from './folder-head.tsx';
import { NothingMatches } from './nothing-matches.tsx';

type FolderViewProps = {
  folderId: string | null;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  query: UseQueryResult<Listing>;
  /** The ways to upload: a tile among tiles; above a list a button, and one for a whole folder. */
  newFile: { tile: ReactNode; button: ReactNode; wholeFolder: ReactNode };
  /** The server is unreachable: nothing can be changed. */
  offline: boolean;
  /** Shown above everything when there is something to say about the connection. */
  notice?: ReactNode;
  /** Uploads to the folder from other devices. */
  incoming: ReactNode;
};

/** A folder and everything in it. */
export function FolderView({
  folderId,
  listings,
  toasts,
  undo,
  query,
  newFile,
  offline,
  notice,
  incoming,
}: FolderViewProps) {
  const { data: listing, error } = query;
  const [view, setView] = useView();
  const known = folderId === null ? { name: 'Root', path: [] } : (listing?.folder ?? listings.known(folderId));
  const loading = listing === undefined && error === null;
  const unavailable = listing === undefined && error !== null;
  const shown = useShown(listings.account, folderId, listing);
  const isFiltered = shown.summary !== undefined;
  const [areas] = useState<BandAreas>(() => new Set());
  const { folders, files } = shown.listing ?? nothing;
  const order = useMemo(() => [...idsOf(folders), ...idsOf(files)], [folders, files]);
  const { selection, cut, onEntries, actions, running, openMenu, openFolderMenu, tip, dialog } = useEntries({
    whole: listing,
    listing: shown.listing,
    // One that the browser saved is as old as that.
    isPartial: listing?.partial === true || query.isFetching,
    pathOf: ({ id }) => pathIn(listing?.folder, id),
    order,
    listings,
    toasts,
    undo,
    offline,
  });
  const revealed = useRevealed(selection.set);
  const create = (name: string) => createFolder({ listings, undo }, name, folderId);
  const filterField = useRef<HTMLInputElement>(null);
  const clearFilter = () => {
    shown.setFilter('');
    filterField.current?.focus();
  };
  const retry = () => void query.refetch();

  return (
    <SelectionContext value={selection}>
      <CutContext value={cut}>
        <BandAreasContext value={areas}>
          <RevealContext value={revealed}>
            <div aria-busy={loading}>
              <title>{`${visibleName(known?.name ?? 'Folder')} · Keepsake`}</title>
              {loading ? <output className="sr-only">Opening {visibleName(known?.name ?? 'the folder')}</output> : null}
              <Breadcrumbs path={known?.path ?? []} name={folderId === null ? undefined : (known?.name ?? '…')} />
              {notice}
              <FolderHead
                name={known?.name ?? (error ? 'This folder' : undefined)}
                listing={listing}
                shown={shown}
                filterField={filterField}
                view={view}
                onView={setView}
                onViewAll={() => actions.view(undefined)}
                onMore={openFolderMenu}
              />
              {unavailable ? null : incoming}
              {unavailable ? <LoadError error={error} retry={retry} /> : null}
              {!unavailable && view === 'grid' ? (
                <div {...onEntries}>
                  <EntryGrid
                    listing={shown.listing}
                    name={known?.name}
                    isFiltered={isFiltered}
                    newFolder={<NewFolderTile create={create} offline={offline} />}
                    newFile={newFile.tile}
                  />
                </div>
              ) : null}
              {!unavailable && view === 'list' ? (
                <>
                  <div className="folder-actions">
                    {newFile.button}
                    <NewFolderButton create={create} offline={offline} />
                    {newFile.wholeFolder}
                  </div>
                  <div {...onEntries}>
                    {shown.listing ? (
                      <EntryList {...shown} listing={shown.listing} name={known?.name ?? ''} />
                    ) : (
                      <SkeletonRows />
                    )}
                  </div>
                </>
              ) : null}
              {listing && listing.folders.length + listing.files.length === 0 ? <EmptyFolder /> : null}
              {shown.unmatched === undefined ? null : <NothingMatches text={shown.unmatched} onClear={clearFilter} />}
              {listing?.partial && error !== null ? <LoadMoreError error={error} retry={retry} /> : null}
              {shown.listing ? (
                <SelectionBar
                  listing={shown.listing}
                  offline={offline}
                  actions={actions}
                  running={running}
                  onMore={openMenu}
                />
              ) : null}
              <RubberBand />
              {dialog}
              {tip}
              <Tooltips />
            </div>
          </RevealContext>
        </BandAreasContext>
      </CutContext>
    </SelectionContext>
  );
}

const nothing = { folders: [], files: [] };

/** The path of what a folder holds, or of the folder itself. */
function pathIn(folder: Listing['folder'] | undefined, id: string): readonly Ancestor[] {
  if (folder === undefined) return [];
  return folder.id === null || folder.id === id ? folder.path : [...folder.path, { id: folder.id, name: folder.name }];
}
