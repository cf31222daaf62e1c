import '../parts/entry-menu.css';
import { Link } from 'react-router';
import { BoxIcon, CopyIcon, InfoIcon, PencilIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Chosen } from '../parts/chosen.ts';

type Acts = { onRename: () => void; onCopy: () => void; onRemove: () => void };

type EntryMenuProps = Chosen & Acts & { offline: boolean; onDetails: () => void; onClose: () => void };

/** Everything that can be done with a folder or file; its whole name is the title. */
export function EntryMenu({ entry, thing, offline, onDetails, onClose, ...acts }: EntryMenuProps) {
  return (
    <Dialog title={entry.name} onClose={onClose}>
      <ul className="entry-menu">
        <li>
          {'url' in entry && offline ? (
            <button type="button" disabled>
              <BoxIcon />
              Open when online again
            </button>
          ) : 'url' in entry ? (
            <a href={entry.url} target="_blank" rel="noopener" onClick={onClose}>
              <BoxIcon />
              Open
            </a>
          ) : (
            <Link to={`/folder/${entry.id}`} onClick={onClose}>
              <BoxIcon />
              Open
            </Link>
          )}
        </li>
        {thing === 'file' ? (
          <li>
            <button type="button" onClick={onDetails}>
              <InfoIcon />
              Details
            </button>
          </li>
        ) : null}
        <ActItems {...acts} thing={thing} offline={offline} hasKeys />
      </ul>
    </Dialog>
  );
}

type FolderMenuProps = Acts & { name: string; isRoot: boolean; offline: boolean; onClose: () => void };

/** What can be done with the folder that the page shows, and the way to Trash. */
export function FolderMenu({ name, isRoot, offline, onClose, ...acts }: FolderMenuProps) {
  return (
    <Dialog title={name} onClose={onClose}>
      <ul className="entry-menu">
        {isRoot ? null : <ActItems {...acts} thing="folder" offline={offline} />}
        <li className="entry-menu__apart">
          <Link to="/trash" onClick={onClose}>
            <TrashIcon />
            Open Trash
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

type ActItemsProps = Acts & {
  thing: Chosen['thing'];
  offline: boolean;
  /** Whether the keys do the same. */
  hasKeys?: boolean;
};

function ActItems({ thing, offline, hasKeys, onRename, onCopy, onRemove }: ActItemsProps) {
  return (
    <>
      <li>
        <button type="button" disabled={offline} onClick={onRename}>
          <PencilIcon />
          Rename this {thing}
          {hasKeys ? <kbd>F2</kbd> : null}
        </button>
      </li>
      <li>
        <button type="button" disabled={offline} onClick={onCopy}>
          <CopyIcon />
          Make a copy
        </button>
      </li>
      <li>
        <button type="button" className="entry-menu__trash" disabled={offline} onClick={onRemove}>
          <TrashIcon />
          Move to Trash
          {hasKeys ? <kbd>Del</kbd> : null}
        </button>
      </li>
    </>
  );
}
