import { RemovedToast } from '#web/features/files/trash/undo-trash-toast.tsx';
import { UploadToasts } from '#web/features/upload/ui/upload-toasts.tsx';
import { SlipToasts } from '#web/ui/slips.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import type { House } from './house.ts';

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
