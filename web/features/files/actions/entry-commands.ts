import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Listings } from '../listing/listings.ts';
import type { NotTrashed } from '../listing/trash-in-batches.ts';
import { callErrorMessage, nameErrorMessage } from '../parts/name-error.tsx';
import { titleOf, type UndoTrash } from '../trash/undo-trash.ts';

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
    /** Returns what did not go; a toast says which, and why. */
    async moveManyToTrash(entries: readonly Entry[], onProgress: (done: number) => void) {
      const failed = await listings.moveManyToTrash(entries, onProgress);
      const stayed = new Set(failed.map(({ entry }) => entry));
      undoTrash.addMany(entries.filter((entry) => !stayed.has(entry)));
      const [first] = failed;
      if (first) toasts.show(titleOf(failed.map(({ entry }) => entry)), notTrashedMessage(failed, first));
      return failed;
    },
    moveToTrash(entry: Entry) {
      listings.moveToTrash(entry).then(
        () => undoTrash.add(entry),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not moved to Trash. ${callErrorMessage(error)}`),
      );
    },
  };
}

/** So many names are read in a toast. */
const maxNames = 3;

function notTrashedMessage(failed: readonly NotTrashed[], first: NotTrashed): string {
  const names = failed.slice(0, maxNames).map(({ entry }) => visibleName(entry.name));
  const others = failed.length - names.length;
  const which = others > 0 ? `${names.join(', ')} and ${others.toLocaleString('en')} more` : names.join(', ');
  return `Not moved to Trash: ${which}. They are still selected. ${callErrorMessage(first.error)}`;
}
