import { lazy, Suspense } from 'react';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { FolderDetailsProps } from './folder-details.tsx';

const FolderDetails = lazy(async () => ({ default: (await import('./details.ts')).FolderDetails }));

/** The details of a folder; what they show is loaded when it is first shown. */
export function FolderDetailsDialog({ onClose, ...details }: FolderDetailsProps & { onClose: () => void }) {
  return (
    <Dialog title="Details" onClose={onClose}>
      <Suspense fallback={<div className="details__state" aria-busy />}>
        <FolderDetails {...details} />
      </Suspense>
    </Dialog>
  );
}
