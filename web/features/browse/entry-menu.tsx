import './entry-menu.css';
import { Link } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { BoxIcon, PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import type { Chosen } from './use-entry-actions.tsx';

type EntryMenuProps = Chosen & { offline: boolean; onClose: () => void; onRename: () => void; onRemove: () => void };

/** Everything that can be done with a folder or file; its whole name is the title. */
export function EntryMenu({ entry, thing, offline, onClose, onRename, onRemove }: EntryMenuProps) {
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
        <li>
          <button type="button" disabled={offline} onClick={onRename}>
            <PencilIcon />
            Rename this {thing}
            <kbd>F2</kbd>
          </button>
        </li>
        <li>
          <button type="button" className="entry-menu__trash" disabled={offline} onClick={onRemove}>
            <TrashIcon />
            Move to Trash
            <kbd>Del</kbd>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
