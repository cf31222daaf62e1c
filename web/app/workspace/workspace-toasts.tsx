import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { UndoToast } from '#web/features/files/actions/undo-toast.tsx';
import { DetailsDialog } from '#web/features/files/dialogs/details-dialog.tsx';
import { UnpackingToasts } from '#web/features/files/unpacking/unpacking-toasts.tsx';
import { HeldUploads } from '#web/features/upload/ui/held-uploads.tsx';
import { UploadToasts } from '#web/features/upload/ui/upload-toasts.tsx';
import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { MessageToasts } from '#web/ui/overlays/toasts.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';

/** What is left of a workspace that was closed while it uploaded. */
export function HeldUploadsToast(props: { count: number; onDiscard: () => void }) {
  return (
    <ToastRegion label="Uploads and messages">
      <HeldUploads {...props} />
    </ToastRegion>
  );
}

/** The toasts of a workspace, at the bottom right of every page. */
export function WorkspaceToasts({ workspace }: { workspace: Workspace }) {
  const navigate = useNavigate();
  return (
    <>
      <ToastRegion label="Uploads and messages">
        <MessageToasts toasts={workspace.toasts} />
        <UndoToast undo={workspace.undo} results={workspace.listings.results} />
        <UnpackingToasts unpackings={workspace.listings.unpackings} toasts={workspace.toasts} />
        <UploadToasts
          queue={workspace.uploads}
          trees={workspace.uploadTree}
          offline={useOffline(workspace.connection)}
          onShow={() => void workspace.uploaded.show(navigate)}
        />
      </ToastRegion>
      <RenewedDetails workspace={workspace} />
    </>
  );
}

/** The details of a file that an upload made a newer version of. */
function RenewedDetails({ workspace }: { workspace: Workspace }) {
  const file = useSyncExternalStore(workspace.renewed.subscribe, workspace.renewed.shown);
  if (file === undefined) return null;
  return (
    <QueryClientProvider client={workspace.queries}>
      <DetailsBesideOthers file={file} workspace={workspace} />
    </QueryClientProvider>
  );
}

type DetailsProps = { file: StoredFile; workspace: Workspace };

/** Its folder may not be the one that the page shows. */
function DetailsBesideOthers({ file, workspace: { renewed, listings, undo } }: DetailsProps) {
  const { data } = useQuery(listings.query(file.folderId));
  const names = [...(data?.folders ?? []), ...(data?.files ?? [])].map(({ name }) => name);
  const folderName = file.folderId === null ? 'Root' : data?.folder.name;
  return <DetailsDialog {...{ file, listings, names }} folderName={folderName} undo={undo} onClose={renewed.close} />;
}
