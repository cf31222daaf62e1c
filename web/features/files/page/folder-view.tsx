import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Notices } from '#web/ui/overlays/notices.tsx';
import { Tips } from '#web/ui/overlays/tips.tsx';
import { useEntryActions } from '../actions/use-entry-actions.tsx';
import { EntryGrid } from '../grid/entry-grid.tsx';
import { NewFolderTile } from '../grid/new-folder-tile.tsx';
import { EntryList } from '../list/entry-list.tsx';
import { NewFolderButton } from '../list/new-folder-button.tsx';
import type { Listing } from '../listing/listing.ts';
import type { Listings } from '../listing/listings.ts';
import { OfflineContext } from '../listing/offline.ts';
import { useView } from '../listing/use-view.ts';
import { Unread, UnreadRest } from '../parts/folder-unavailable.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import type { UndoTrash } from '../trash/undo-trash.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { EmptyBox } from './empty-box.tsx';
import { FolderHead } from './folder-head.tsx';

type FolderViewProps = {
  folderId: string | null;
  listings: Listings;
  notices: Notices;
  removed: UndoTrash;
  query: UseQueryResult<Listing>;
  /** What takes new files: a tile among tiles; above a list a button, and one for a whole folder. */
  newFile: { tile: ReactNode; button: ReactNode; wholeFolder: ReactNode };
  /** The server is away: things can be looked at only. */
  offline: boolean;
  /** Stands above everything when there is something to say about the connection. */
  notice?: ReactNode;
  /** What is on its way into the folder. */
  arriving: ReactNode;
};

/** A folder and everything in it. */
export function FolderView({
  folderId,
  listings,
  notices,
  removed,
  query,
  newFile,
  offline,
  notice,
  arriving,
}: FolderViewProps) {
  const { data: listing, error } = query;
  const [view, setView] = useView();
  const known = folderId === null ? { name: 'Root', path: [] } : (listing?.folder ?? listings.known(folderId));
  const loading = listing === undefined && error === null;
  const unread = listing === undefined && error !== null;
  const { handlers, askFolder, dialog } = useEntryActions({ listing, listings, notices, removed, offline });
  const create = (name: string) => listings.createFolder(name, folderId);
  const retry = () => void query.refetch();

  return (
    <OfflineContext value={offline}>
      <div aria-busy={loading}>
        <title>{`${known?.name ?? 'Opening a folder'} · Keepsake`}</title>
        {loading ? <output className="sr-only">Opening {known?.name ?? 'the folder'}</output> : null}
        <Breadcrumbs path={known?.path ?? []} name={folderId === null ? undefined : (known?.name ?? '…')} />
        {notice}
        <FolderHead
          name={known?.name ?? (error ? 'This folder' : undefined)}
          listing={listing}
          view={view}
          onView={setView}
          onMore={askFolder}
        />
        {unread ? null : arriving}
        {unread ? <Unread error={error} retry={retry} /> : null}
        {!unread && view === 'grid' ? (
          <div {...handlers}>
            <EntryGrid
              listing={listing}
              name={known?.name}
              newFolder={<NewFolderTile create={create} offline={offline} />}
              newFile={newFile.tile}
            />
          </div>
        ) : null}
        {!unread && view === 'list' ? (
          <>
            <div className="folder-acts">
              {newFile.button}
              <NewFolderButton create={create} offline={offline} />
              {newFile.wholeFolder}
            </div>
            <div {...handlers}>
              {listing ? <EntryList listing={listing} name={known?.name ?? ''} /> : <SkeletonRows />}
            </div>
          </>
        ) : null}
        {listing && listing.folders.length + listing.files.length === 0 ? <EmptyBox /> : null}
        {listing?.partial && error !== null ? <UnreadRest error={error} retry={retry} /> : null}
        {dialog}
        <Tips />
      </div>
    </OfflineContext>
  );
}
