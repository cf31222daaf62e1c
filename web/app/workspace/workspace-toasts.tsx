import { UndoToast } from '#web/features/files/actions/undo-toast.tsx';
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
    <ToastRegion label="Uploads and messages">
      <MessageToasts toasts={workspace.toasts} />
      <UndoToast undo={workspace.undo} />
      <UploadToasts queue={workspace.uploads} offline={useOffline(workspace.connection)} />
    </ToastRegion>
  );
}
