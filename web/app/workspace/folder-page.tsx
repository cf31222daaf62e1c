import '#web/ui/surfaces/tile.css';
import { useCallback } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import { useListing } from '#web/features/files/listing/use-listing.ts';
import type { Gone } from '#web/features/files/listing/where-gone.ts';
import { FolderView } from '#web/features/files/page/folder-view.tsx';
import { createFolder } from '#web/features/files/undo/create-folder.ts';
import type { FileTree } from '#web/features/upload/tree/file-tree.ts';
import { DropArea } from '#web/features/upload/ui/drop-area.tsx';
import { IncomingTransfers } from '#web/features/upload/ui/incoming-transfers.tsx';
import { NewFileButton, WholeFolderButton } from '#web/features/upload/ui/new-file-buttons.tsx';
import { NewFileTile } from '#web/features/upload/ui/new-file-tile.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { InWorkspace } from './in-workspace.tsx';
import { NewMenu } from './new-menu.tsx';
import { usePage } from './use-page.tsx';
import type { Workspace } from './workspace.ts';

/** `/task` and `/folder/:folderId`: a folder, and the ways to upload into it. */
export function FolderPage() {
  const { folderId = null } = useParams();
  // As calls name Root.
  if (folderId === 'root') return <Navigate to="/task" replace />;
  return (
    <InWorkspace>
      {(workspace) => <FolderContent key={folderId} folderId={folderId} workspace={workspace} />}
    </InWorkspace>
  );
}

function FolderContent({ folderId, workspace }: { folderId: string | null; workspace: Workspace }) {
  const { listings, toasts, uploads, uploadTree } = workspace;
  const query = useListing(
    listings,
    folderId,
    useCallback((gone: Gone | undefined) => sayAbsent(toasts, gone), [toasts]),
  );
  const page = usePage(workspace, query);
  const folder = query.data?.folder;

  const addTree = useCallback(
    (tree: Promise<FileTree>, into: string | null, unpacks = false) => {
      const added = uploadTree.upload(tree, into, { unpacks });
      void toasts.during(added, 'One moment', 'Reading the folder and creating its subfolders.');
    },
    [uploadTree, toasts],
  );
  const newFile = {
    onFiles: useCallback((files: Iterable<File>) => uploads.add(files, folderId), [uploads, folderId]),
    onTree: useCallback((tree: Promise<FileTree>) => addTree(tree, folderId), [addTree, folderId]),
    onUnreadable: uploads.addUnreadable,
    disabled: folder === undefined,
    offline: page.offline,
  };

  return (
    <>
      <FolderView
        folderId={folderId}
        listings={listings}
        query={query}
        {...page}
        incoming={<IncomingTransfers transfers={workspace.transfers} folderId={folderId} />}
        newFile={{
          tile: <NewFileTile {...newFile} />,
          button: <NewFileButton {...newFile} />,
          wholeFolder: <WholeFolderButton {...newFile} />,
        }}
      />
      <NewMenu newFile={newFile} create={(name) => createFolder(workspace, name, folderId)} />
      <DropArea folder={folder} onTree={addTree} onUnreadable={uploads.addUnreadable} />
    </>
  );
}

/** Says why another folder is shown. */
function sayAbsent({ show }: Pick<Toasts, 'show'>, gone: Gone | undefined) {
  if (gone === undefined)
    return show('Root is shown', 'The folder of this link does not exist any more, or is not yours.');
  const { name, went } = gone;
  const text = went === name ? 'It was moved to Trash.' : `It was moved to Trash with ${visibleName(went)}.`;
  return show(visibleName(name), text, (close) => (
    <>
      <span />
      <Link to="/trash" onClick={close}>
        Open Trash
      </Link>
    </>
  ));
}
