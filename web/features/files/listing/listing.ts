import type { Change } from '#contract/changes.ts';
import type { Folder, RootFolder, File as StoredFile } from '#contract/entries.ts';

/** The content of a folder at `revision` of the account. Folders and files are in the order of creation. */
export type Listing = {
  folder: Folder | RootFolder;
  folders: readonly Folder[];
  files: readonly StoredFile[];
  revision: number;
  /** Set while more of the folder is still loading. */
  partial?: true;
};

/** The listing after a change of the account. A change that it already contains leaves it as it is. */
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

/**
 * The listing with a folder or file from the answer of a call; its revision stays, since other changes may lie between.
 */
export function withEntry(listing: Listing, entry: Folder | StoredFile): Listing {
  return 'url' in entry
    ? { ...listing, files: upserted(listing.files, entry) }
    : { ...listing, folders: upserted(listing.folders, entry) };
}

/** The listing without one of its folders or files. */
export function withoutEntry(listing: Listing, id: string): Listing {
  return { ...listing, folders: without(listing.folders, id), files: without(listing.files, id) };
}

/** The listing without some of its folders and files. */
export function withoutEntries(listing: Listing, ids: ReadonlySet<string>): Listing {
  const stays = ({ id }: { id: string }) => !ids.has(id);
  return { ...listing, folders: listing.folders.filter(stays), files: listing.files.filter(stays) };
}

/** Whether only reading again can bring the listing up to date: an ancestor changed, or the folder was deleted. */
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
