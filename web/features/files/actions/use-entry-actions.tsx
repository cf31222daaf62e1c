import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { nameKey } from '#contract/names.ts';
import type { Notices } from '#web/ui/overlays/notices.tsx';
import { DetailsDialog } from '../dialogs/details-dialog.tsx';
import { RemoveDialog } from '../dialogs/remove-dialog.tsx';
import { RenameDialog } from '../dialogs/rename-dialog.tsx';
import type { Listing } from '../listing/listing.ts';
import type { Listings } from '../listing/listings.ts';
import { offlineSentence } from '../listing/offline.ts';
import { entryOf } from '../listing/use-entry-focus.ts';
import type { Chosen } from '../parts/chosen.ts';
import { callTrouble, nameTrouble } from '../parts/name-error.tsx';
import type { UndoTrash } from '../trash/undo-trash.ts';
import { EntryMenu, FolderMenu } from './entry-menu.tsx';

type Asked = (Chosen & { what: 'menu' | 'details' | 'rename' | 'remove' }) | { what: 'folder menu' };

type Deps = {
  listing: Listing | undefined;
  listings: Listings;
  /** Told when something was shown as done and the server refused. */
  notices: Notices;
  /** Told what was moved to Trash, so that it can be taken back. */
  removed: UndoTrash;
  offline: boolean;
};

const keyMeanings: Record<string, 'rename' | 'remove'> = { F2: 'rename', Delete: 'remove' };

/**
 * What can be done with the things of a folder: F2 and Del on the one that has the focus, and the button with three
 * dots, which carries its id as `data-more`. The folder itself has a menu too.
 */
export function useEntryActions({ listing, listings, notices, removed, offline }: Deps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);

  return {
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const what = keyMeanings[event.key];
        if (what !== undefined && !offline) ask(entryOf(event.target), what);
      },
      onClick(event: MouseEvent) {
        const { target } = event;
        if (offline) sayOffline(event);
        const more = target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null;
        ask(more?.dataset.more, 'menu');
      },
    },
    askFolder: () => setAsked({ what: 'folder menu' }),
    dialog: asked ? dialogOf(asked) : null,
  };

  /** Instead of a new tab that could show nothing. */
  function sayOffline(event: MouseEvent) {
    const id = entryOf(event.target);
    const file = listing?.files.find((one) => one.id === id);
    if (!file) return;
    event.preventDefault();
    notices.add(file.name, offlineSentence);
  }

  function ask(id: string | undefined, what: 'menu' | 'rename' | 'remove') {
    if (id === undefined) return;
    const folder = listing?.folders.find((one) => one.id === id);
    const file = listing?.files.find((one) => one.id === id);
    if (folder) setAsked({ entry: folder, thing: 'folder', what });
    else if (file) setAsked({ entry: file, thing: 'file', what });
  }

  function dialogOf(about: Asked): ReactNode {
    if (about.what === 'folder menu') return listing ? folderMenu(listing.folder) : null;
    const { what, ...chosen } = about;
    const { entry, thing } = chosen;
    switch (what) {
      case 'menu':
        return (
          <EntryMenu
            {...chosen}
            {...actsOn(chosen)}
            offline={offline}
            onDetails={() => setAsked({ ...chosen, what: 'details' })}
            onClose={close}
          />
        );
      case 'details':
        return 'url' in entry ? <DetailsDialog file={entry} integrity={listings.integrity} onClose={close} /> : null;
      case 'rename':
        return <RenameDialog {...chosen} isTaken={isTaken} onClose={close} rename={rename} />;
      default:
        return <RemoveDialog {...chosen} onClose={close} remove={remove} />;
    }

    function isTaken(name: string): boolean {
      const siblings = [...(listing?.folders ?? []), ...(listing?.files ?? [])];
      return siblings.some((one) => one.id !== entry.id && nameKey(one.name) === nameKey(name));
    }

    function rename(name: string) {
      close();
      listings.rename(entry, name).catch((error: unknown) => {
        notices.add(entry.name, `The name stays as it was. ${nameTrouble(error, name, thing)}`);
      });
    }

    function remove() {
      close();
      if (entry.id === listing?.folder.id) void navigate(addressOf(listing.folder.parentId));
      listings.remove(entry).then(
        () => removed.add(entry),
        (error: unknown) => notices.add(entry.name, `Not moved to Trash. ${callTrouble(error)}`),
      );
    }
  }

  function folderMenu(folder: Listing['folder']): ReactNode {
    const isRoot = folder.id === null;
    const acts = isRoot ? noActs : actsOn({ entry: folder, thing: 'folder' });
    return <FolderMenu {...acts} name={folder.name} isRoot={isRoot} offline={offline} onClose={close} />;
  }

  function actsOn(chosen: Chosen) {
    return {
      onRename: () => setAsked({ ...chosen, what: 'rename' }),
      onCopy: () => copy(chosen.entry),
      onRemove: () => setAsked({ ...chosen, what: 'remove' }),
    };
  }

  function copy(entry: Chosen['entry']) {
    close();
    notices
      .during(listings.copy(entry), 'One moment', `Copying ${entry.name}.`)
      .catch((error: unknown) => notices.add(entry.name, `Not copied. ${callTrouble(error)}`));
  }
}

function addressOf(folderId: string | null): string {
  return folderId === null ? '/task' : `/folder/${folderId}`;
}

/** Root can neither be called otherwise nor go anywhere. */
const noActs = { onRename: () => {}, onCopy: () => {}, onRemove: () => {} };
