import '../parts/entry-menu.css';
import { Link } from 'react-router';
import { visibleName } from '#contract/names.ts';
import { BoxIcon, CopyIcon, FolderInIcon, InfoIcon, PencilIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';

type EntryActions = {
  onRename: () => void;
  onMove: () => void;
  onCopy: () => void;
  onCopyTo: () => void;
  onMoveToTrash: () => void;
};

type EntryMenuProps = ActionTarget & EntryActions & { offline: boolean; onDetails: () => void; onClose: () => void };

/** The menu of a folder or file; its full name is the title. */
export function EntryMenu({ entry, offline, onDetails, onClose, ...actions }: EntryMenuProps) {
  return (
    <Dialog title={visibleName(entry.name)} onClose={onClose}>
      <ul className="entry-menu">
        <li>
          {'url' in entry && offline ? (
            <button type="button" disabled>
              <BoxIcon />
              Not available offline
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
          <button type="button" onClick={onDetails}>
            <InfoIcon />
            Details
          </button>
        </li>
        <ActionItems {...actions} offline={offline} hasKeys />
      </ul>
    </Dialog>
  );
}

type FolderMenuProps = EntryActions & { name: string; isRoot: boolean; offline: boolean; onClose: () => void };

/** The menu of the folder that the page shows, with the way to Trash. */
export function FolderMenu({ name, isRoot, offline, onClose, ...actions }: FolderMenuProps) {
  return (
    <Dialog title={visibleName(name)} onClose={onClose}>
      <ul className="entry-menu">
        {isRoot ? null : <ActionItems {...actions} offline={offline} />}
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

type ActionItemsProps = EntryActions & {
  offline: boolean;
  /** Whether F2, m and Del do the same. */
  hasKeys?: boolean;
};

function ActionItems({ offline, hasKeys, onRename, onMove, onCopy, onCopyTo, onMoveToTrash }: ActionItemsProps) {
  return (
    <>
      <li>
        <button type="button" disabled={offline} onClick={onRename}>
          <PencilIcon />
          Rename
          {hasKeys ? <kbd>F2</kbd> : null}
        </button>
      </li>
      <li>
        <button type="button" disabled={offline} onClick={onMove}>
          <FolderInIcon />
          Move to…
          {hasKeys ? <kbd>m</kbd> : null}
        </button>
      </li>
      <li>
        <button type="button" disabled={offline} onClick={onCopyTo}>
          <FolderInIcon />
          Copy to…
        </button>
      </li>
      <li>
        <button type="button" disabled={offline} onClick={onCopy}>
          <CopyIcon />
          Make a copy
        </button>
      </li>
      <li>
        <button type="button" className="entry-menu__trash" disabled={offline} onClick={onMoveToTrash}>
          <TrashIcon />
          Move to Trash
          {hasKeys ? <kbd>Del</kbd> : null}
        </button>
      </li>
    </>
  );
}
