import { visibleName } from '#contract/names/names.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { parentOf } from '../cache/listing-cache.ts';
import { placesOf } from '../cache/place.ts';
import type { Progress } from '../listing/listing-actions.ts';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage, nameErrorMessage } from '../parts/name-error.tsx';
import type { Undo } from '../undo/undo.ts';
import { archivesIn, type Zip } from '../unpacking/archives-in.ts';
import { download, downloadUrl } from './download.ts';
import { notDoneMessage } from './not-done-message.ts';

type Deps = { listings: Listings; toasts: Toasts; undo: Undo };
type Entry = Folder | StoredFile;

/** What can be done to a folder or file; a toast says when the server refused it, or offers to undo it. */
export function entryCommands({ listings, toasts, undo }: Deps) {
  return {
    rename(entry: Entry, name: string) {
      const kind = 'url' in entry ? 'file' : 'folder';
      const renaming = listings.rename(entry, name).then(
        ({ operationId }) => undo.did([{ things: [entry], operationId }], `Renamed to ${visibleName(name)}`),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not renamed. ${nameErrorMessage(error, name, kind)}`),
      );
      undo.doing(renaming);
    },
    /** Makes a copy beside an entry; a toast says so while it takes a while. */
    async copy(entry: Entry): Promise<void> {
      const { name } = entry;
      const work = listings.copy(entry, parentOf(entry));
      const copying = toasts.during(work, 'One moment', `Copying ${visibleName(name)}.`).then(
        ({ entry: copy, operationId }) => {
          const calls = [{ things: [entry], operationId, toTrash: true }] as const;
          undo.did(calls, `Copied as ${visibleName(copy.name)}`, placesOf([copy]));
        },
        (error: unknown) => toasts.show(visibleName(name), `Not copied. ${callErrorMessage(error)}`),
      );
      undo.doing(copying);
      await copying;
    },
    /** Returns what went; a toast says what did not, and why. */
    async moveManyToTrash(entries: readonly Entry[], progress: Progress): Promise<readonly { id: string }[]> {
      const moving = listings.moveManyToTrash(entries, progress).then(({ refused, calls }) => {
        undo.trashed(calls);
        if (refused.length > 0) toasts.show(...notDoneMessage('Not moved to Trash', refused));
        return calls.flatMap(({ things }) => things);
      });
      undo.doing(moving);
      return await moving;
    },
    /** One thing by its own address, several as one zip. */
    async download(entries: readonly Entry[]): Promise<void> {
      const [only, ...others] = entries;
      if (others.length === 0) return download(downloadUrl(only));
      const what = `${entries.length.toLocaleString('en')} items`;
      const making = listings.archive(entries.map(({ id }) => id));
      await toasts.during(making, 'One moment', `Preparing ${what}.`).then(
        ({ url }) => download(url),
        (error: unknown) => toasts.show(what, `Not downloaded. ${callErrorMessage(error)}`),
      );
    },
    /** Has the server unpack zips, each archive beside it; toasts say how far it is. */
    async unpack(zips: readonly Zip[]): Promise<void> {
      const folderIds: string[] = [];
      for (const parts of archivesIn(zips)) {
        const name = visibleName(parts[0]?.name ?? '');
        const beginning = listings.unpackings.begin(parts.map(({ id }) => id));
        await toasts.during(beginning, 'One moment', `Reading ${name}.`).then(
          ({ folderId }) => void folderIds.push(folderId),
          (error: unknown) => toasts.show(name, `Not unpacked. ${callErrorMessage(error)}`),
        );
        listings.results.show(folderIds);
      }
    },
    /** Stars entries, or takes their stars. */
    star(entries: readonly Entry[], starred: boolean) {
      const starring = listings.star(entries, starred).then(({ refused, calls }) => {
        undo.did(calls, starred ? 'Starred' : 'Star removed');
        if (refused.length > 0) toasts.show(...notDoneMessage(starred ? 'Not starred' : 'Still starred', refused));
      });
      undo.doing(starring);
    },
    moveToTrash(entry: Entry) {
      const moving = listings.moveToTrash(entry).then(
        ({ operationId }) => undo.trashed([{ things: [entry], operationId }]),
        (error: unknown) => toasts.show(visibleName(entry.name), `Not moved to Trash. ${callErrorMessage(error)}`),
      );
      undo.doing(moving);
    },
  };
}
