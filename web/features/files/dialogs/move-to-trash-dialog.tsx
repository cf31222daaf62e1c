import { visibleName } from '#contract/names.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';

type MoveToTrashDialogProps = ActionTarget & { onClose: () => void; onMoveToTrash: () => void };

/** Confirms a move to Trash and says what it means. */
export function MoveToTrashDialog({ entry, kind, onClose, onMoveToTrash }: MoveToTrashDialogProps) {
  const isFolder = kind === 'folder';
  return (
    <ConfirmDialog
      title={isFolder ? 'Move this folder to Trash?' : 'Move this file to Trash?'}
      confirmLabel="Move to Trash"
      onConfirm={onMoveToTrash}
      onClose={onClose}
    >
      <bdi>{visibleName(entry.name)}</bdi>
      {isFolder ? ' and everything in it stay' : ' stays'} in Trash for 30 days. Until then you can restore{' '}
      {isFolder ? 'them' : 'it'}.
    </ConfirmDialog>
  );
}
