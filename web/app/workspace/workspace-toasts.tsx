import { UndoTrashToast } from '#web/features/files/trash/undo-trash-toast.tsx';
import { UploadToasts } from '#web/features/upload/ui/upload-toasts.tsx';
import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { MessageToasts } from '#web/ui/overlays/toasts.tsx';
import type { Workspace } from './workspace.ts';

/** The toasts of a workspace, at the bottom right of every page. */
export function WorkspaceToasts({ workspace }: { workspace: Workspace }) {
  return (
    <ToastRegion label="Uploads and messages">
      <MessageToasts toasts={workspace.toasts} />
      <UndoTrashToast undoTrash={workspace.undoTrash} />
      <UploadToasts queue={workspace.uploads} />
    </ToastRegion>
  );
}
