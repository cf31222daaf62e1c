import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DetailsOfFile } from './details-of-file.tsx';
import type { FileDetailsProps } from './file-details.tsx';

/** The details of a file over the page. */
export function DetailsDialog({ onClose, ...details }: FileDetailsProps & { onClose: () => void }) {
  return (
    <Dialog title="Details" onClose={onClose}>
      <DetailsOfFile {...details} />
    </Dialog>
  );
}
