import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Place } from '../listing/listing-actions.ts';
import { parentOf } from '../listing/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
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
    /** Stars an entry, or takes its star. */
    star(entry: Entry) {
      const starred = !entry.starred;
      const title = visibleName(entry.name);
      listings.star(entry, starred).then(
        () => undo.did({ title, what: starred ? 'Starred' : 'Star removed', undo: () => unstar(entry, starred) }),
        (error: unknown) => toasts.show(title, `Not ${starred ? 'starred' : 'changed'}. ${callErrorMessage(error)}`),
      );
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

  async function unstar(entry: Entry, starred: boolean): Promise<void> {
    const current = await listings.read(entry.id);
    if (current.starred !== starred) throw new Changed('Not undone: its star was changed meanwhile.');
    await listings.star(current, !starred);
  }

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
