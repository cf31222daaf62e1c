import type { Change, Holding } from '#contract/records/changes.ts';
import type { Contents, Folder, RootFolder, File as StoredFile } from '#contract/records/entries.ts';

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
  const folders =
    folder !== null && folder.parentId === here ? upserted(listing.folders, folder) : without(listing.folders, entryId);
  return {
    folder: holdingOf(isHere ? folder : listing.folder, change.above),
    folders: change.above?.some(({ id }) => folders.some((one) => one.id === id))
      ? folders.map((one) => holdingOf(one, change.above))
      : folders,
    files: file !== null && file.folderId === here ? upserted(listing.files, file) : without(listing.files, entryId),
    revision,
  };
}

/**
 * The listing with a folder or file from the answer of a call; its revision stays, since other changes may lie between.
 */
export function withEntry(listing: Listing, entry: Folder | StoredFile): Listing {
  const before = entryIn(listing, entry.id);
  const folder = withGain(withGain(listing.folder, before, -1), entry, 1);
  return 'url' in entry
    ? { ...listing, folder, files: upserted(listing.files, entry) }
    : { ...listing, folder, folders: upserted(listing.folders, entry) };
}

/** The listing without one of its folders or files. */
export function withoutEntry(listing: Listing, id: string): Listing {
  const folder = withGain(listing.folder, entryIn(listing, id), -1);
  return { ...listing, folder, folders: without(listing.folders, id), files: without(listing.files, id) };
}

/** The listing without some of its folders and files. */
export function withoutEntries(listing: Listing, ids: ReadonlySet<string>): Listing {
  const stays = ({ id }: { id: string }) => !ids.has(id);
  return { ...listing, folders: listing.folders.filter(stays), files: listing.files.filter(stays) };
}

/** The listing with some of its folders and files starred, or not. */
export function withStars(listing: Listing, ids: ReadonlySet<string>, starred: boolean): Listing {
  const set = <Item extends Folder | StoredFile>(entry: Item) => (ids.has(entry.id) ? { ...entry, starred } : entry);
  return { ...listing, folders: listing.folders.map(set), files: listing.files.map(set) };
}

/** Whether only reading again can bring the listing up to date: an ancestor changed, or the folder was deleted. */
export function isAboveOrEnd(listing: Listing, change: Change): boolean {
  if (listing.folder.path.some(({ id }) => id === change.entryId)) return true;
  return listing.folder.id === change.entryId && change.folder === null;
}

function entryIn({ folders, files }: Listing, id: string): Folder | StoredFile | undefined {
  return folders.find((one) => one.id === id) ?? files.find((one) => one.id === id);
}

/** A folder with what it and those above the changed entries hold now. */
function holdingOf<Shown extends Folder | RootFolder>(folder: Shown, above: readonly Holding[] = []): Shown {
  const now = above.find(({ id }) => id === folder.id);
  return now === undefined ? folder : { ...folder, contents: now.contents, pictures: now.pictures };
}

/** A folder that holds an entry with all that is in it more, or less. */
function withGain<Shown extends Folder | RootFolder>(
  folder: Shown,
  entry: Folder | StoredFile | undefined,
  sign: 1 | -1,
): Shown {
  if (entry === undefined) return folder;
  const { contents } = folder;
  const own: Contents =
    'url' in entry
      ? { folders: 0, files: 1, bytes: entry.size }
      : { ...entry.contents, folders: entry.contents.folders + 1 };
  return {
    ...folder,
    contents: {
      folders: contents.folders + sign * own.folders,
      files: contents.files + sign * own.files,
      bytes: contents.bytes + sign * own.bytes,
    },
  };
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
