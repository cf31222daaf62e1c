import '../parts/entry-menu.css';
import { visibleName } from '#contract/names/names.ts';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type ConfirmProps = { onClose: () => void; onDelete: () => void };
type DeleteDialogProps = ConfirmProps & { name: string; isFolder: boolean };

/** Confirms that an item is deleted forever. */
export function DeleteDialog({ name, isFolder, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog title="Delete forever?" confirmLabel="Delete forever" onConfirm={onDelete} onClose={onClose}>
      <bdi>{visibleName(name)}</bdi>
      {isFolder ? ' and everything in it' : ''} will be deleted forever. This cannot be undone.
    </ConfirmDialog>
  );
}

/** Confirms that everything in Trash is deleted forever. */
export function EmptyDialog({ count, onClose, onDelete }: ConfirmProps & { count: number }) {
  return (
    <ConfirmDialog
      title={count === 1 ? 'Delete 1 item forever?' : `Delete ${count} items forever?`}
      confirmLabel="Empty Trash"
      onConfirm={onDelete}
      onClose={onClose}
    >
      Everything in Trash will be deleted forever. This cannot be undone.
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
            Delete forever
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
