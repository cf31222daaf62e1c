import '#web/ui/surfaces/tile.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { useListing } from '#web/features/files/listing/use-listing.ts';
import { FolderView } from '#web/features/files/page/folder-view.tsx';
import type { FileTree } from '#web/features/upload/queue/file-tree.ts';
import { Arriving } from '#web/features/upload/ui/arriving.tsx';
import { DropArea } from '#web/features/upload/ui/drop-area.tsx';
import { NewFileButton, WholeFolderButton } from '#web/features/upload/ui/new-file-buttons.tsx';
import { NewFileTile } from '#web/features/upload/ui/new-file-tile.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** `/task` and `/folder/:folderId`: a folder, and the way for new files into it. */
export function FolderPage() {
  const { folderId = null } = useParams();
  const house = useWorkspace();
  if (house === undefined) return null;
  return (
    <QueryClientProvider client={house.queries}>
      <FolderChunk key={folderId} folderId={folderId} house={house} />
    </QueryClientProvider>
  );
}

function FolderChunk({ folderId, house }: { folderId: string | null; house: Workspace }) {
  const { listings, notices, removed, uploads, uploadTree, connection } = house;
  const query = useListing(listings, folderId);
  const offline = useOffline(connection);
  const folder = query.data?.folder;
  const known = folder !== undefined;

  const takeTree = useCallback(
    (tree: Promise<FileTree>, into: string | null) => {
      const taken = tree.then((whole) => uploadTree(whole, into));
      void notices.during(taken, 'One moment', 'Looking through what you gave and making its folders.');
    },
    [uploadTree, notices],
  );
  const onUnread = useCallback((name: string) => uploads.refuse(name, 'The browser could not read this.'), [uploads]);
  const newFile = {
    onFiles: useCallback((files: Iterable<File>) => uploads.add(files, folderId), [uploads, folderId]),
    onTree: useCallback((tree: Promise<FileTree>) => takeTree(tree, folderId), [takeTree, folderId]),
    onUnread,
    disabled: !known,
    offline,
  };

  return (
    <>
      <FolderView
        folderId={folderId}
        listings={listings}
        notices={notices}
        removed={removed}
        query={query}
        offline={offline}
        notice={
          // A folder that cannot be shown says so itself.
          offline && known ? <OfflineNotice trueAt={query.dataUpdatedAt} tryAgain={house.tryAgain} /> : undefined
        }
        arriving={<Arriving transfers={house.transfers} folderId={folderId} />}
        newFile={{
          tile: <NewFileTile {...newFile} />,
          button: <NewFileButton {...newFile} />,
          wholeFolder: <WholeFolderButton {...newFile} />,
        }}
      />
      <DropArea folder={folder} onTree={takeTree} onUnread={onUnread} />
    </>
  );
}
