import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UndoToast } from '#web/features/files/actions/undo-toast.tsx';
import { DetailsDialog } from '#web/features/files/dialogs/details-dialog.tsx';
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
  return (
    <>
      <ToastRegion label="Uploads and messages">
        <MessageToasts toasts={workspace.toasts} />
        <UndoToast undo={workspace.undo} />
        <UploadToasts queue={workspace.uploads} offline={useOffline(workspace.connection)} />
      </ToastRegion>
      <RenewedDetails workspace={workspace} />
    </>
  );
}

/** The details of a file that an upload made a newer version of. */
function RenewedDetails({ workspace: { renewed, queries, listings, undo } }: { workspace: Workspace }) {
  const file = useSyncExternalStore(renewed.subscribe, renewed.shown);
  if (file === undefined) return null;
  return (
    <QueryClientProvider client={queries}>
      <DetailsDialog file={file} listings={listings} names={[]} onDone={undo.did} onClose={renewed.close} />
    </QueryClientProvider>
  );
}
