import { UndoTrashToast } from '#web/features/files/trash/undo-trash-toast.tsx';
import { UploadToasts } from '#web/features/upload/ui/upload-toasts.tsx';
import { NoticeToasts } from '#web/ui/overlays/notices.tsx';
import { Toasts } from '#web/ui/overlays/toast.tsx';
import type { Workspace } from './workspace.ts';

/** What a person's house has to say at the bottom right of every page. */
export function WorkspaceToasts({ house }: { house: Workspace }) {
  return (
    <Toasts label="Uploads and messages">
      <NoticeToasts notices={house.notices} />
      <UndoTrashToast removed={house.removed} />
      <UploadToasts queue={house.uploads} />
    </Toasts>
  );
}
