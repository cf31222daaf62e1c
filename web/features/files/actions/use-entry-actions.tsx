import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { nameKey, visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { DetailsDialog } from '../dialogs/details-dialog.tsx';
import { FolderDetailsDialog } from '../dialogs/folder-details-dialog.tsx';
import { RenameDialog } from '../dialogs/rename-dialog.tsx';
import type { Listing } from '../listing/listing.ts';
import type { Listings } from '../listing/listings.ts';
import { fileOfflineMessage } from '../listing/offline.ts';
import { entryIdOf } from '../listing/use-entry-focus.ts';
import { MoveDialog } from '../move/move-dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';
import { entryCommands } from './entry-commands.ts';
import { EntryMenu, FolderMenu } from './entry-menu.tsx';
import type { Undo } from './undo.ts';

type OpenDialog = (ActionTarget & { what: 'menu' | 'details' | 'rename' | 'move' | 'copy' }) | { what: 'folder menu' };

type Deps = {
  listing: Listing | undefined;
  listings: Listings;
  /** Shows it when the server refused what was shown as done. */
  toasts: Toasts;
  /** Offers to undo what was done. */
  undo: Undo;
  offline: boolean;
};

const keyActions: Record<string, 'rename' | 'move' | 'trash'> = { F2: 'rename', m: 'move', Delete: 'trash' };

/**
 * The actions of a folder and its entries: F2, m and Del on the entry that has the focus, and the menu behind the button
 * with three dots, which carries the id as `data-more`. The folder itself has a menu too.
 */
export function useEntryActions({ listing, listings, toasts, undo, offline }: Deps) {
  const navigate = useNavigate();
  const commands = entryCommands({ listings, toasts, undo });
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);

  return {
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        // The letter of a name that is being typed.
        if (event.defaultPrevented) return;
        const what = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyActions[event.key];
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

  function openFor(id: string | undefined, what: 'menu' | 'rename' | 'move' | 'trash') {
    if (id === undefined) return;
    const folder = listing?.folders.find((one) => one.id === id);
    const file = listing?.files.find((one) => one.id === id);
    const entry = folder ?? file;
    if (entry && what === 'trash') void moveToTrash(entry);
    else if (folder && what !== 'trash') setOpen({ entry: folder, kind: 'folder', what });
    else if (file && what !== 'trash') setOpen({ entry: file, kind: 'file', what });
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
        return detailsOf(entry);
      case 'rename':
        return <RenameDialog {...target} isTaken={isTaken} onClose={close} rename={rename} />;
      default:
        return (
          <MoveDialog
            {...target}
            what={what}
            path={pathOf(entry)}
            listings={listings}
            move={(to, name) => commands.move(entry, to, name)}
            copyInto={(to) => commands.copyInto(entry, to)}
            onClose={close}
          />
        );
    }

    function isTaken(name: string): boolean {
      const siblings = [...(listing?.folders ?? []), ...(listing?.files ?? [])];
      return siblings.some((one) => one.id !== entry.id && nameKey(one.name) === nameKey(name));
    }

    function rename(name: string) {
      close();
      commands.rename(entry, name);
    }
  }

  /** What it is and holds may change while it is shown. */
  function detailsOf(entry: ActionTarget['entry']): ReactNode {
    const names = [...(listing?.folders ?? []), ...(listing?.files ?? [])].map(({ name }) => name);
    if (!('url' in entry)) {
      const folder = listing?.folders.find(({ id }) => id === entry.id) ?? entry;
      return <FolderDetailsDialog folder={folder} names={names} onClose={close} />;
    }
    const file = listing?.files.find(({ id }) => id === entry.id) ?? entry;
    return <DetailsDialog file={file} listings={listings} names={names} onClose={close} />;
  }

  /** Without a question: it can be undone. */
  async function moveToTrash(entry: ActionTarget['entry']) {
    close();
    // Its own page is left first: it would read the folder again when the change arrives, and find nothing.
    if (entry.id === listing?.folder.id) await navigate(addressOf(listing.folder.parentId));
    commands.moveToTrash(entry);
  }

  /** The ids of the folders that an entry is in, from the top. */
  function pathOf(entry: ActionTarget['entry']): string[] {
    const { folder } = listing ?? {};
    const above = (folder?.path ?? []).map(({ id }) => id);
    return folder?.id && folder.id !== entry.id ? [...above, folder.id] : above;
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
      onMove: () => setOpen({ ...target, what: 'move' }),
      onCopyTo: () => setOpen({ ...target, what: 'copy' }),
      onMoveToTrash: () => void moveToTrash(target.entry),
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
const noActions = {
  onRename: () => {},
  onMove: () => {},
  onCopy: () => {},
  onCopyTo: () => {},
  onMoveToTrash: () => {},
};
