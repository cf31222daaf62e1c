import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { nameKey, visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { DetailsDialog } from '../dialogs/details-dialog.tsx';
import { MoveToTrashDialog } from '../dialogs/move-to-trash-dialog.tsx';
import { RenameDialog } from '../dialogs/rename-dialog.tsx';
import type { Listing } from '../listing/listing.ts';
import type { Listings } from '../listing/listings.ts';
import { fileOfflineMessage } from '../listing/offline.ts';
import { entryIdOf } from '../listing/use-entry-focus.ts';
import type { ActionTarget } from '../parts/action-target.ts';
import type { UndoTrash } from '../trash/undo-trash.ts';
import { entryCommands } from './entry-commands.ts';
import { EntryMenu, FolderMenu } from './entry-menu.tsx';

type OpenDialog = (ActionTarget & { what: 'menu' | 'details' | 'rename' | 'trash' }) | { what: 'folder menu' };

type Deps = {
  listing: Listing | undefined;
  listings: Listings;
  /** Shows it when the server refused what was shown as done. */
  toasts: Toasts;
  /** Offers to undo a move to Trash. */
  undoTrash: UndoTrash;
  offline: boolean;
};

const keyActions: Record<string, 'rename' | 'trash'> = { F2: 'rename', Delete: 'trash' };

/**
 * The actions of a folder and its entries: F2 and Del on the entry that has the focus, and the menu behind the button
 * with three dots, which carries the id as `data-more`. The folder itself has a menu too.
 */
export function useEntryActions({ listing, listings, toasts, undoTrash, offline }: Deps) {
  const navigate = useNavigate();
  const commands = entryCommands({ listings, toasts, undoTrash });
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);

  return {
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const what = keyActions[event.key];
        if (what !== undefined && !offline) openFor(entryIdOf(event.target), what);
      },
      onClick(event: MouseEvent) {
        const { target } = event;
        if (offline) sayOffline(event);
        const more = target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null;
        openFor(more?.dataset.more, 'menu');
      },
    },
    openFolderMenu: () => setOpen({ what: 'folder menu' }),
    dialog: open ? dialogOf(open) : null,
  };

  /** Instead of opening a new tab that could show nothing. */
  function sayOffline(event: MouseEvent) {
    const id = entryIdOf(event.target);
    const file = listing?.files.find((one) => one.id === id);
    if (!file) return;
    event.preventDefault();
    toasts.show(visibleName(file.name), fileOfflineMessage);
  }

  function openFor(id: string | undefined, what: 'menu' | 'rename' | 'trash') {
    if (id === undefined) return;
    const folder = listing?.folders.find((one) => one.id === id);
    const file = listing?.files.find((one) => one.id === id);
    if (folder) setOpen({ entry: folder, kind: 'folder', what });
    else if (file) setOpen({ entry: file, kind: 'file', what });
  }

  function dialogOf(state: OpenDialog): ReactNode {
    if (state.what === 'folder menu') return listing ? folderMenu(listing.folder) : null;
    const { what, ...target } = state;
    const { entry } = target;
    switch (what) {
      case 'menu':
        return (
          <EntryMenu
            {...target}
            {...actionsOn(target)}
            offline={offline}
            onDetails={() => setOpen({ ...target, what: 'details' })}
            onClose={close}
          />
        );
      case 'details':
        return 'url' in entry ? <DetailsDialog file={entry} integrity={listings.integrity} onClose={close} /> : null;
      case 'rename':
        return <RenameDialog {...target} isTaken={isTaken} onClose={close} rename={rename} />;
      default:
        return <MoveToTrashDialog {...target} onClose={close} onMoveToTrash={() => void moveToTrash()} />;
    }

    function isTaken(name: string): boolean {
      const siblings = [...(listing?.folders ?? []), ...(listing?.files ?? [])];
      return siblings.some((one) => one.id !== entry.id && nameKey(one.name) === nameKey(name));
    }

    function rename(name: string) {
      close();
      commands.rename(entry, name);
    }

    async function moveToTrash() {
      close();
      // Its own page is left first: it would read the folder again when the change arrives, and find nothing.
      if (entry.id === listing?.folder.id) await navigate(addressOf(listing.folder.parentId));
      commands.moveToTrash(entry);
    }
  }

  function folderMenu(folder: Listing['folder']): ReactNode {
    const isRoot = folder.id === null;
    const actions = isRoot ? noActions : actionsOn({ entry: folder, kind: 'folder' });
    return <FolderMenu {...actions} name={folder.name} isRoot={isRoot} offline={offline} onClose={close} />;
  }

  function actionsOn(target: ActionTarget) {
    return {
      onRename: () => setOpen({ ...target, what: 'rename' }),
      onCopy: () => copy(target.entry),
      onMoveToTrash: () => setOpen({ ...target, what: 'trash' }),
    };
  }

  function copy(entry: ActionTarget['entry']) {
    close();
    commands.copy(entry);
  }
}

function addressOf(folderId: string | null): string {
  return folderId === null ? '/task' : `/folder/${folderId}`;
}

/** Root can be neither renamed, copied nor moved to Trash. */
const noActions = { onRename: () => {}, onCopy: () => {}, onMoveToTrash: () => {} };
