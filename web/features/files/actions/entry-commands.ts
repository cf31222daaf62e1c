import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage, nameErrorMessage } from '../parts/name-error.tsx';
import type { UndoTrash } from '../trash/undo-trash.ts';

type Deps = { listings: Listings; toasts: Toasts; undoTrash: UndoTrash };
type Entry = Folder | StoredFile;

/** What can be done to a folder or file; a toast says when the server refused it. */
export function entryCommands({ listings, toasts, undoTrash }: Deps) {
  return {
    rename(entry: Entry, name: string) {
      const kind = 'url' in entry ? 'file' : 'folder';
      listings.rename(entry, name).catch((error: unknown) => {
        toasts.show(visibleName(entry.name), `Not renamed. ${nameErrorMessage(error, name, kind)}`);
      });
    },
    copy(entry: Entry) {
      toasts
        .during(listings.copy(entry), 'One moment', `Copying ${visibleName(entry.name)}.`)
        .catch((error: unknown) => toasts.show(visibleName(entry.name), `Not copied. ${callErrorMessage(error)}`));
    },
    moveToTrash(entry: Entry) {
      listings.moveToTrash(entry).then(
        () => undoTrash.add(entry),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not moved to Trash. ${callErrorMessage(error)}`),
      );
    },
  };
}
