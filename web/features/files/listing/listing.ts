import type { Change } from '#contract/changes.ts';
import type { Folder, RootFolder, File as StoredFile } from '#contract/entries.ts';

/** What a folder holds, as it was at `revision` of the account. Folders and files stand in the order of creation. */
export type Listing = {
  folder: Folder | RootFolder;
  folders: readonly Folder[];
  files: readonly StoredFile[];
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

/** The listing with a folder or file as a call answered it; its revision stays, for other changes may lie between. */
export function withEntry(listing: Listing, entry: Folder | StoredFile): Listing {
  return 'url' in entry
    ? { ...listing, files: upserted(listing.files, entry) }
    : { ...listing, folders: upserted(listing.folders, entry) };
}

/** The listing without one of its folders or files. */
export function withoutEntry(listing: Listing, id: string): Listing {
  return { ...listing, folders: without(listing.folders, id), files: without(listing.files, id) };
}

/** Whether a change makes the listing untrue in a way that only reading again can mend: above the folder, or its end. */
export function isAboveOrEnd(listing: Listing, change: Change): boolean {
  if (listing.folder.path.some(({ id }) => id === change.entryId)) return true;
  return listing.folder.id === change.entryId && change.folder === null;
}

type Placed = { id: string; createdAt: number };

function upserted<Item extends Placed>(entries: readonly Item[], entry: Item): readonly Item[] {
  const others = without(entries, entry.id);
  let at = others.length;
  for (let before = others[at - 1]; before !== undefined && isBefore(entry, before); before = others[at - 1]) at -= 1;
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

function without<Item extends Placed>(entries: readonly Item[], id: string): readonly Item[] {
  return entries.some((entry) => entry.id === id) ? entries.filter((entry) => entry.id !== id) : entries;
}

function isBefore(one: Placed, other: Placed): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
