import { visibleName } from '#contract/names.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';

/** `count` is how many are moved; `entry` is the first of them. */
type MoveToTrashDialogProps = ActionTarget & { count: number; onClose: () => void; onMoveToTrash: () => void };

/** Confirms a move to Trash and says what it means. */
export function MoveToTrashDialog({ entry, kind, count, onClose, onMoveToTrash }: MoveToTrashDialogProps) {
  const isFolder = kind === 'folder';
  const many = count > 1 ? `${count.toLocaleString('en')} items` : undefined;
  return (
    <ConfirmDialog
      title={many ? `Move ${many} to Trash?` : isFolder ? 'Move this folder to Trash?' : 'Move this file to Trash?'}
      confirmLabel="Move to Trash"
      onConfirm={onMoveToTrash}
      onClose={onClose}
    >
      <bdi>{many ?? visibleName(entry.name)}</bdi>
      {many ? ' stay' : isFolder ? ' and everything in it stay' : ' stays'} in Trash for 30 days. Until then you can
      restore {many || isFolder ? 'them' : 'it'}.
    </ConfirmDialog>
  );
}
