import { RemovedToast } from '#web/features/files/trash/undo-trash-toast.tsx';
import { UploadToasts } from '#web/features/upload/ui/upload-toasts.tsx';
import { SlipToasts } from '#web/ui/overlays/notices.tsx';
import { Toasts } from '#web/ui/overlays/toast.tsx';
import type { House } from './workspace.ts';

/** What a person's house has to say at the bottom right of every page. */
export function HouseToasts({ house }: { house: House }) {
  return (
    <Toasts label="Uploads and messages">
      <SlipToasts slips={house.slips} />
      <RemovedToast removed={house.removed} />
      <UploadToasts queue={house.uploads} />
    </Toasts>
  );
}
