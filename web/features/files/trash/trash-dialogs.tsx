import '../parts/entry-menu.css';
import { Button } from '#web/ui/controls/button.tsx';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type AskProps = { onClose: () => void; remove: () => void };

/** Asks before a thing is gone for good. */
export function DeleteDialog({ name, isFolder, onClose, remove }: AskProps & { name: string; isFolder: boolean }) {
  return (
    <Dialog title="Delete for good?" onClose={onClose}>
      <p className="wrap-anywhere">
        <bdi>{name}</bdi> leaves Trash now{isFolder ? ', with everything in it' : ''}. This cannot be undone.
      </p>
      <div className="dialog__acts">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" onClick={remove}>
          Delete for good
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before everything in Trash is gone for good. */
export function EmptyDialog({ count, onClose, remove }: AskProps & { count: number }) {
  const one = count === 1;
  return (
    <Dialog title={one ? 'Delete 1 thing for good?' : `Delete ${count} things for good?`} onClose={onClose}>
      <p>Everything in Trash is gone then. This cannot be undone.</p>
      <div className="dialog__acts">
        <Button onClick={onClose}>{one ? 'Keep it' : 'Keep them'}</Button>
        <Button look="danger" onClick={remove}>
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

/** On a phone, what can be done with a thing in Trash; its whole name is the title. */
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
