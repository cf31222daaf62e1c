import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Chosen } from '../parts/chosen.ts';

type RemoveDialogProps = Chosen & { onClose: () => void; remove: () => void };

/** Says what moving to Trash means before it is done. */
export function RemoveDialog({ entry, thing, onClose, remove }: RemoveDialogProps) {
  return (
    <Dialog title={thing === 'folder' ? 'Move this folder to Trash' : 'Move this file to Trash'} onClose={onClose}>
      <p className="wrap-anywhere">
        <bdi>{entry.name}</bdi> leaves this folder{thing === 'folder' ? ', and everything in it goes with it' : ''}. It
        waits in Trash for 30 days and can be restored until then.
      </p>
      <div className="dialog__acts">
        <Button onClick={onClose}>Keep it here</Button>
        <Button look="danger" onClick={remove}>
          Move to Trash
        </Button>
      </div>
    </Dialog>
  );
}
