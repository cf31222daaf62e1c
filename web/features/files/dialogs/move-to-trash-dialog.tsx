import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';

type MoveToTrashDialogProps = ActionTarget & { onClose: () => void; onMoveToTrash: () => void };

/** Confirms a move to Trash and says what it means. */
export function MoveToTrashDialog({ entry, kind, onClose, onMoveToTrash }: MoveToTrashDialogProps) {
  return (
    <Dialog title={kind === 'folder' ? 'Move this folder to Trash?' : 'Move this file to Trash?'} onClose={onClose}>
      <p className="wrap-anywhere">
        <bdi>{entry.name}</bdi>
        {kind === 'folder' ? ' and everything in it stay in Trash for 30 days.' : ' stays in Trash for 30 days.'} Until
        then you can restore {kind === 'folder' ? 'them' : 'it'}.
      </p>
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onMoveToTrash}>
          Move to Trash
        </Button>
      </div>
    </Dialog>
  );
}
