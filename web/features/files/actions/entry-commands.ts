import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Place, Progress } from '../listing/listing-actions.ts';
import { parentOf } from '../listing/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage, nameErrorMessage } from '../parts/name-error.tsx';
import { notDoneMessage } from './not-done-message.ts';
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
    /** Makes a copy beside an entry; a toast says so while it takes a while. */
    async copy(entry: Entry): Promise<void> {
      const { name } = entry;
      const work = listings.copy(entry, parentOf(entry));
      try {
        const copy = await toasts.during(work, 'One moment', `Copying ${visibleName(name)}.`);
        const what = `Copied as ${visibleName(copy.name)}`;
        undo.did({ title: visibleName(name), what, undo: () => listings.moveToTrash(copy) });
      } catch (error) {
        toasts.show(visibleName(name), `Not copied. ${callErrorMessage(error)}`);
      }
    },
    /** Returns what did not go; a toast says which, and why. */
    async moveManyToTrash(entries: readonly Entry[], progress: Progress): Promise<readonly Entry[]> {
      const { gone, refused } = await listings.moveManyToTrash(entries, progress);
      if (gone.length > 0) undo.trashed(...gone);
      if (refused.length > 0) toasts.show(...notDoneMessage('Not moved to Trash', refused));
      return refused.map(({ thing }) => thing);
    },
    moveToTrash(entry: Entry) {
      listings.moveToTrash(entry).then(
        () => undo.trashed(entry),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not moved to Trash. ${callErrorMessage(error)}`),
      );
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
}
