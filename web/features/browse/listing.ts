import type { Change } from '#contract/changes.ts';
import type { Folder, File as KeptFile, RootFolder } from '#contract/entries.ts';

/** What a folder holds, as it was at `revision` of the account. Folders and files stand in the order of creation. */
export type Listing = {
  folder: Folder | RootFolder;
  folders: readonly Folder[];
  files: readonly KeptFile[];
  revision: number;
  /** Set while more of the folder is still on its way. */
  partial?: true;
};

/** The listing after a change of the account. A change that the listing already knows leaves it as it is. */
export function withChange(listing: Listing, change: Change): Listing {
  if (change.revision <= listing.revision) return listing;
  const { folder, file, entryId, revision } = change;
  const here = listing.folder.id;
  const isHere = folder !== null && folder.id === here;
  return {
    folder: isHere ? folder : listing.folder,
    folders:
      folder !== null && folder.parentId === here
        ? upserted(listing.folders, folder)
        : without(listing.folders, entryId),
    files: file !== null && file.folderId === here ? upserted(listing.files, file) : without(listing.files, entryId),
    revision,
  };
}

/** The listing with a folder that was just made in it; its revision stays, for other changes may lie between. */
export function withFolder(listing: Listing, folder: Folder): Listing {
  return { ...listing, folders: upserted(listing.folders, folder) };
}

/** Whether a change makes the listing untrue in a way that only reading again can mend: above the folder, or its end. */
export function isAboveOrEnd(listing: Listing, change: Change): boolean {
  if (listing.folder.path.some(({ id }) => id === change.entryId)) return true;
  return listing.folder.id === change.entryId && change.folder === null;
}

type Placed = { id: string; createdAt: number };

function upserted<Entry extends Placed>(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const others = without(entries, entry.id);
  let at = others.length;
  for (let before = others[at - 1]; before !== undefined && isBefore(entry, before); before = others[at - 1]) at -= 1;
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

function without<Entry extends Placed>(entries: readonly Entry[], id: string): readonly Entry[] {
  return entries.some((entry) => entry.id === id) ? entries.filter((entry) => entry.id !== id) : entries;
}

function isBefore(one: Placed, other: Placed): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
