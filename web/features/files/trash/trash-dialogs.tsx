import { counted } from '#contract/texts/amounts.ts';
import '../parts/entry-menu.css';
import { visibleName } from '#contract/names/names.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { RestoreIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type ConfirmProps = { onClose: () => void; onDelete: () => void };
type DeleteDialogProps = ConfirmProps & { entries: readonly (Folder | StoredFile)[] };

/** Confirms that items are deleted forever. */
export function DeleteDialog({ entries, onClose, onDelete }: DeleteDialogProps) {
  const [entry, ...others] = entries;
  const hasFolders = entries.some((one) => !('url' in one));
  const title = others.length === 0 ? 'Delete forever?' : `Delete ${counted(entries.length, 'item')} forever?`;
  return (
    <ConfirmDialog title={title} confirmLabel="Delete forever" onConfirm={onDelete} onClose={onClose}>
      {others.length === 0 ? <bdi>{visibleName(entry?.name ?? '')}</bdi> : `These ${counted(entries.length, 'item')}`}
      {hasFolders ? ` and everything in ${others.length === 0 ? 'it' : 'them'}` : ''} will be deleted forever. This
      cannot be undone.
    </ConfirmDialog>
  );
}

/** Confirms that everything in Trash is deleted forever. */
export function EmptyDialog({ count, onClose, onDelete }: ConfirmProps & { count: number }) {
  return (
    <ConfirmDialog
      title={`Delete ${counted(count, 'item')} forever?`}
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
