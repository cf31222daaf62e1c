import type { Change } from '#contract/records/changes.ts';
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

/**
 * The listing after changes that follow one another, however many: its entries are gone through once. Changes that it
 * already contains leave it as it is.
 */
export function withChanges(listing: Listing, changes: readonly Change[]): Listing {
  const fresh = changes.filter(({ revision }) => revision > listing.revision);
  const last = fresh.at(-1);
  if (last === undefined) return listing;
  const here = listing.folder.id;
  const changed = new Map(fresh.map((change) => [change.entryId, change]));
  const folders: Folder[] = [];
  const files: StoredFile[] = [];
  for (const { folder, file } of changed.values()) {
    if (folder !== null && folder.parentId === here) folders.push(folder);
    if (file !== null && file.folderId === here) files.push(file);
  }
  const above = new Map(
    fresh.flatMap((change) => (change.above ?? []).map((now) => [now.id, { now, revision: change.revision }] as const)),
  );
  const own = here === null ? undefined : changed.get(here);
  /** With what it holds, unless it changed itself after that. */
  const holding = <Shown extends Folder | RootFolder>(folder: Shown): Shown => {
    const of = above.get(folder.id);
    if (of === undefined || of.revision < (changed.get(folder.id ?? '')?.revision ?? 0)) return folder;
    return { ...folder, contents: of.now.contents, pictures: of.now.pictures };
  };
  const now = replaced(listing.folders, changed, folders);
  return {
    ...listing,
    folder: holding(own?.folder ?? listing.folder),
    folders: now.some(({ id }) => above.has(id)) ? now.map(holding) : now,
    files: replaced(listing.files, changed, files),
    revision: last.revision,
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

/**
 * Whether only reading again can bring the listing up to date: an ancestor has another name or place, or the folder was
 * deleted. An ancestor that only holds something else, or has a star, is as the listing names it.
 */
export function isAboveOrEnd({ folder: { id, path } }: Listing, { entryId, folder: now }: Change): boolean {
  const at = path.findIndex((ancestor) => ancestor.id === entryId);
  if (at >= 0) return now?.name !== path[at]?.name || now?.parentId !== (path[at - 1]?.id ?? null);
  return id === entryId && now === null;
}

function entryIn({ folders, files }: Listing, id: string): Folder | StoredFile | undefined {
  return folders.find((one) => one.id === id) ?? files.find((one) => one.id === id);
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
  return replaced(entries, new Set([entry.id]), [entry]);
}

function without<Item extends Placed>(entries: readonly Item[], id: string): readonly Item[] {
  return replaced(entries, new Set([id]), []);
}

/** The entries without those of some ids, and with others in their places; the same if nothing is different. */
function replaced<Item extends Placed>(
  entries: readonly Item[],
  ids: { has: (id: string) => boolean },
  others: readonly Item[],
): readonly Item[] {
  const stay = entries.some(({ id }) => ids.has(id)) ? entries.filter(({ id }) => !ids.has(id)) : entries;
  if (others.length === 0) return stay;
  const added = others.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  const all: Item[] = [];
  let at = 0;
  for (const entry of stay) {
    for (let next = added[at]; next !== undefined && isBefore(next, entry); next = added[at]) {
      all.push(next);
      at += 1;
    }
    all.push(entry);
  }
  return [...all, ...added.slice(at)];
}

/** The order in which listings come: by the time of creation, then by id. */
export function isBefore(one: Placed, other: Placed): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
