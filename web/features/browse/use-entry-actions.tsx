import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { Folder, File as KeptFile } from '#contract/entries.ts';
import { nameKey } from '#contract/names.ts';
import type { Slips } from '../../ui/slips.tsx';
import { awaySentence } from './away.ts';
import { EntryMenu } from './entry-menu.tsx';
import type { Listing } from './listing.ts';
import type { Listings } from './listings.ts';
import { nameTrouble } from './name-trouble.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { entryOf } from './use-entry-focus.ts';

/** A folder or file that something is done with. */
export type Chosen = { entry: Folder | KeptFile; thing: 'folder' | 'file' };

type Asked = Chosen & { what: 'menu' | 'rename' | 'remove' };

type Deps = {
  listing: Listing | undefined;
  listings: Listings;
  /** Told when something was shown as done and the server refused. */
  slips: Slips;
  offline: boolean;
};

const keyMeanings: Record<string, Asked['what']> = { F2: 'rename', Delete: 'remove' };

/**
 * What can be done with the things of a folder: F2 and Del on the one that has the focus, and the button with three
 * dots, which carries its id as `data-more`.
 */
export function useEntryActions({ listing, listings, slips, offline }: Deps) {
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
        if (offline) sayAway(event);
        const more = target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null;
        ask(more?.dataset.more, 'menu');
      },
    },
    dialog: asked ? dialogOf(asked) : null,
  };

  /** Instead of a new tab that could show nothing. */
  function sayAway(event: MouseEvent) {
    const id = entryOf(event.target);
    const file = listing?.files.find((one) => one.id === id);
    if (!file) return;
    event.preventDefault();
    slips.add(file.name, awaySentence);
  }

  function ask(id: string | undefined, what: Asked['what']) {
    if (id === undefined) return;
    const folder = listing?.folders.find((one) => one.id === id);
    const file = listing?.files.find((one) => one.id === id);
    if (folder) setAsked({ entry: folder, thing: 'folder', what });
    else if (file) setAsked({ entry: file, thing: 'file', what });
  }

  function dialogOf({ what, ...chosen }: Asked): ReactNode {
    const { entry, thing } = chosen;
    switch (what) {
      case 'menu':
        return (
          <EntryMenu
            {...chosen}
            offline={offline}
            onClose={close}
            onRename={() => setAsked({ ...chosen, what: 'rename' })}
            onRemove={() => setAsked({ ...chosen, what: 'remove' })}
          />
        );
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
        slips.add(entry.name, `The name stays as it was. ${nameTrouble(error, name, thing)}`);
      });
    }

    function remove() {
      close();
      listings.remove(entry).catch((error: unknown) => {
        slips.add(entry.name, `Not moved to Trash. ${nameTrouble(error, entry.name, thing)}`);
      });
    }
  }
}
