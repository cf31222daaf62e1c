import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#client/api-error.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { WarningIcon } from '../../ui/icons/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { EmptyBox } from './empty-box.tsx';
import { sizeText } from './file-kind.ts';
import { FileTile } from './file-tile.tsx';
import { FolderTile, HereTile } from './folder-tile.tsx';
import type { Listing } from './listing.ts';
import type { Listings } from './listings.ts';
import { NewFolderTile } from './new-folder-tile.tsx';
import { SkeletonTiles } from './skeletons.tsx';

type FolderViewProps = {
  folderId: string | null;
  listings: Listings;
  query: UseQueryResult<Listing>;
  /** The tile that takes new files. */
  newFile: ReactNode;
  /** The server is away: things can be looked at only. */
  offline: boolean;
  /** Stands above everything when there is something to say about the connection. */
  notice?: ReactNode;
};

/** A folder and everything in it. */
export function FolderView({ folderId, listings, query, newFile, offline, notice }: FolderViewProps) {
  const { data: listing, error } = query;
  const known = folderId === null ? { name: 'Root', path: [] } : (listing?.folder ?? listings.known(folderId));
  const loading = listing === undefined && error === null;

  return (
    <div aria-busy={loading}>
      <title>{`${known?.name ?? 'Opening a folder'} · Keepsake`}</title>
      {loading ? <output className="sr-only">Opening {known?.name ?? 'the folder'}</output> : null}
      <Breadcrumbs path={known?.path ?? []} name={folderId === null ? undefined : (known?.name ?? '…')} />
      {notice}
      <header className="mb-6 phone:mb-8">
        <h1 className="h-page wrap-anywhere">{known?.name ?? <span className="skel inline-block h-6 w-48" />}</h1>
        <p className="meta mt-1">{listing ? summaryOf(listing) : '\u00a0'}</p>
      </header>
      {listing === undefined && error !== null ? (
        <Unread error={error} retry={() => void query.refetch()} />
      ) : (
        <section aria-label="Folders">
          <ul className="grid-of-tiles">
            <NewFolderTile create={(name) => listings.createFolder(name, folderId)} offline={offline} />
            {newFile}
            {known ? <HereTile name={known.name} /> : null}
            {listing ? (
              listing.folders.map((folder) => <FolderTile key={folder.id} folder={folder} />)
            ) : (
              <SkeletonTiles />
            )}
          </ul>
        </section>
      )}
      {listing ? <Files listing={listing} /> : null}
    </div>
  );
}

function Files({ listing: { folders, files } }: { listing: Listing }) {
  if (files.length === 0) return folders.length === 0 ? <EmptyBox /> : null;
  return (
    <>
      {folders.length > 0 ? <hr className="divider" /> : null}
      <section aria-label="Files" className={folders.length > 0 ? undefined : 'mt-9'}>
        <ul className="grid-of-tiles">
          {files.map((file) => (
            <FileTile key={file.id} file={file} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Unread({ error, retry }: { error: Error; retry: () => void }) {
  const unreached = error instanceof ApiError && error.code === 'unavailable';
  return (
    <Notice
      tone="bad"
      icon={<WarningIcon />}
      title={unreached ? messages.offline : 'This folder could not be read.'}
      action={
        <Button look="quiet" compact onClick={retry}>
          Try again
        </Button>
      }
    >
      {unreached
        ? 'The server cannot be reached. Check the connection, then try again.'
        : 'Your things are safe where they were.'}
    </Notice>
  );
}

function summaryOf({ folders, files }: Listing): string {
  if (folders.length + files.length === 0) return 'Empty';
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return [
    folders.length > 0 && counted(folders.length, 'folder'),
    files.length > 0 && counted(files.length, 'file'),
    files.length > 0 && sizeText(bytes),
  ]
    .filter(Boolean)
    .join(', ');
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}
