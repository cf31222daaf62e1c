import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Place } from '../listing/listing-actions.ts';
import { parentOf } from '../listing/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
import type { NotTrashed } from '../listing/trash-in-batches.ts';
import type { Destination } from '../move/folder-tree.ts';
import { callErrorMessage, nameErrorMessage } from '../parts/name-error.tsx';
import { Changed, type Undo } from './undo.ts';

type Deps = { listings: Listings; toasts: Toasts; undo: Undo };
type Entry = Folder | StoredFile;

/** What can be done to a folder or file; a toast says when the server refused it, or offers to undo it. */
export function entryCommands({ listings, toasts, undo }: Deps) {
  return {
    rename(entry: Entry, name: string) {
      const kind = 'url' in entry ? 'file' : 'folder';
      listings.rename(entry, name).then(
        () => did(entry, `Renamed to ${visibleName(name)}`, { name, parentId: parentOf(entry) }),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not renamed. ${nameErrorMessage(error, name, kind)}`),
      );
    },
    copy(entry: Entry) {
      void copyTo(entry, parentOf(entry)).then((copy) => copy && didCopy(entry, copy, 'Copied'));
    },
    /** Returns what did not go; a toast says which, and why. */
    async moveManyToTrash(entries: readonly Entry[], onProgress: (done: number) => void) {
      const failed = await listings.moveManyToTrash(entries, onProgress);
      const stayed = new Set(failed.map(({ entry }) => entry));
      const gone = entries.filter((entry) => !stayed.has(entry));
      if (gone.length > 0) undo.trashed(...gone);
      const [first] = failed;
      if (first) toasts.show('Not everything was moved', notTrashedMessage(failed, first));
      return failed;
    },
    moveToTrash(entry: Entry) {
      listings.moveToTrash(entry).then(
        () => undo.trashed(entry),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not moved to Trash. ${callErrorMessage(error)}`),
      );
    },
    /** Moves an entry, with another name if one is given. Throws ApiError. */
    async move(entry: Entry, { id: parentId, name: folderName }: Destination, name = entry.name): Promise<void> {
      await listings.move(entry, { parentId, name });
      did(entry, `Moved to ${visibleName(folderName)}${asName(entry, name)}`, { parentId, name });
    },
    async copyInto(entry: Entry, { id, name }: Destination): Promise<void> {
      const copy = await copyTo(entry, id);
      if (copy) didCopy(entry, copy, `Copied to ${visibleName(name)}`);
    },
  };

  /** `now` is what was made of the entry: if it is something else by then, it stays as it is. */
  function did(entry: Entry, what: string, now: Place) {
    const before = { name: entry.name, parentId: parentOf(entry) };
    undo.did({
      title: visibleName(entry.name),
      what,
      async undo() {
        const current = await listings.read(entry.id);
        if (current.name !== now.name || parentOf(current) !== now.parentId)
          throw new Changed('Not undone: it was renamed or moved again meanwhile.');
        await listings.move(current, before);
      },
    });
  }

  async function copyTo(entry: Entry, parentId: string | null): Promise<Entry | undefined> {
    try {
      return await toasts.during(listings.copy(entry, parentId), 'One moment', `Copying ${visibleName(entry.name)}.`);
    } catch (error) {
      toasts.show(visibleName(entry.name), `Not copied. ${callErrorMessage(error)}`);
      return undefined;
    }
  }

  function didCopy(entry: Entry, copy: Entry, what: string) {
    undo.did({
      title: visibleName(entry.name),
      what: `${what}${asName(entry, copy.name)}`,
      undo: () => listings.moveToTrash(copy),
    });
  }
}

function asName(entry: Entry, name: string): string {
  return name === entry.name ? '' : ` as ${visibleName(name)}`;
}

/** So many names are read in a toast. */
const maxNames = 3;

function notTrashedMessage(failed: readonly NotTrashed[], first: NotTrashed): string {
  const names = failed.slice(0, maxNames).map(({ entry }) => visibleName(entry.name));
  const others = failed.length - names.length;
  const which = others > 0 ? `${names.join(', ')} and ${others.toLocaleString('en')} more` : names.join(', ');
  return `Not moved to Trash: ${which}. ${callErrorMessage(first.error)}`;
}
