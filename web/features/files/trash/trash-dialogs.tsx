import '../parts/entry-menu.css';
import { Button } from '#web/ui/controls/button.tsx';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type ConfirmProps = { onClose: () => void; onDelete: () => void };

/** Confirms that an item is deleted for good. */
export function DeleteDialog({
  name,
  isFolder,
  onClose,
  onDelete,
}: ConfirmProps & { name: string; isFolder: boolean }) {
  return (
    <Dialog title="Delete for good?" onClose={onClose}>
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>
        {isFolder ? ' and everything in it' : ''} will be deleted for good. This cannot be undone.
      </p>
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onDelete}>
          Delete for good
        </Button>
      </div>
    </Dialog>
  );
}

/** Confirms that everything in Trash is deleted for good. */
export function EmptyDialog({ count, onClose, onDelete }: ConfirmProps & { count: number }) {
  const one = count === 1;
  return (
    <Dialog title={one ? 'Delete 1 item for good?' : `Delete ${count} items for good?`} onClose={onClose}>
      <p>Everything in Trash will be deleted. This cannot be undone.</p>
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onDelete}>
          Empty Trash
        </Button>
      </div>
    </Dialog>
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
    <Dialog title={name} onClose={onClose}>
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
