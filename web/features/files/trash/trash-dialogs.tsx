import '../parts/entry-menu.css';
import { visibleName } from '#contract/names.ts';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type ConfirmProps = { onClose: () => void; onDelete: () => void };
type DeleteDialogProps = ConfirmProps & { name: string; isFolder: boolean };

/** Confirms that an item is deleted for good. */
export function DeleteDialog({ name, isFolder, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog title="Delete for good?" confirmLabel="Delete for good" onConfirm={onDelete} onClose={onClose}>
      <bdi>{visibleName(name)}</bdi>
      {isFolder ? ' and everything in it' : ''} will be deleted for good. This cannot be undone.
    </ConfirmDialog>
  );
}

/** Confirms that everything in Trash is deleted for good. */
export function EmptyDialog({ count, onClose, onDelete }: ConfirmProps & { count: number }) {
  return (
    <ConfirmDialog
      title={count === 1 ? 'Delete 1 item for good?' : `Delete ${count} items for good?`}
      confirmLabel="Empty Trash"
      onConfirm={onDelete}
      onClose={onClose}
    >
      Everything in Trash will be deleted. This cannot be undone.
    </ConfirmDialog>
  );
}

type TrashMenuProps = {
  name: string;
  offline: boolean;
  onClose: () => void;
  onRestore: () => void;
  onDelete: () => void;
};

/** On a phone, the actions of an item in Trash; its full name is the title. */
export function TrashMenu({ name, offline, onClose, onRestore, onDelete }: TrashMenuProps) {
  return (
    <Dialog title={visibleName(name)} onClose={onClose}>
      <ul className="entry-menu">
        <li>
          <button type="button" disabled={offline} onClick={onRestore}>
            <RestoreIcon />
            Restore
          </button>
        </li>
        <li>
          <button type="button" className="entry-menu__trash" disabled={offline} onClick={onDelete}>
            <TrashIcon />
            Delete for good
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
