import type { Ancestor, File as StoredFile } from '#contract/records/entries.ts';
import type { MenuPlace } from '#web/ui/overlays/menu.tsx';
import type { Listing } from '../cache/listing.ts';
import { parentOf } from '../cache/listing-cache.ts';
import { DetailsDialog } from '../dialogs/details-dialog.tsx';
import { FolderDetailsDialog } from '../dialogs/folder-details-dialog.tsx';
import { RenameDialog } from '../dialogs/rename-dialog.tsx';
import type { Listings } from '../listing/listings.ts';
import type { Destination } from '../move/folder-tree.ts';
import { MoveDialog } from '../move/move-dialog.tsx';
import type { Undo } from '../undo/undo.ts';
import { CommandMenu } from './command-menu.tsx';
import type { CommandActions, Target } from './commands.ts';

export type Entry = Target['entries'][number];

/** Folders and files, and the folder that holds them; those of several folders have none. */
export type Entries = Pick<Listing, 'folders' | 'files'> & Partial<Pick<Listing, 'folder'>>;

/** What dialogs about entries need of the page that has them. */
export type PageOfEntries = {
  /** What is there. */
  whole: Entries | undefined;
  /** The folders that one of them is in, from the top. */
  pathOf: (entry: Entry) => readonly Ancestor[];
  listings: Listings;
  /** Offers to undo what was done. */
  undo: Undo;
};

/** What is asked or shown about entries. */
export type Open = { target: Target } & (
  | { what: 'menu'; at: MenuPlace }
  | { what: 'details' | 'rename' | 'move' | 'copy' }
);

type EntryDialogProps = PageOfEntries & {
  open: Open;
  /** Of the folder that is shown. */
  folderName: string;
  offline: boolean;
  actions: CommandActions;
  onRename: (entry: Entry, name: string) => void;
  onPlace: (what: 'move' | 'copy', target: Target, to: Destination) => void;
  onClose: () => void;
};

/** The menu of entries, their details, or the question for a new name or place. */
export function EntryDialog({
  open,
  folderName,
  offline,
  actions,
  onRename,
  onPlace,
  onClose,
  ...page
}: EntryDialogProps) {
  const { whole, pathOf, listings, undo } = page;
  const { target } = open;
  if (open.what === 'menu') return <CommandMenu {...{ folderName, target, offline, actions, onClose }} at={open.at} />;
  const { what } = open;
  const [entry] = target.entries;
  if (entry === undefined) return null;
  const siblings = siblingsOf(whole, entry);
  if (what === 'details') {
    if ('url' in entry) return <DetailsDialog {...detailsOf(page, entry)} onClose={onClose} />;
    // What it is and holds may change while it is shown.
    const folder = whole?.folders.find(({ id }) => id === entry.id) ?? entry;
    const names = siblings.map(({ name }) => name);
    return <FolderDetailsDialog {...{ folder, names, onClose }} versions={listings.versions} />;
  }
  if (what === 'rename')
    return (
      <RenameDialog
        entry={entry}
        kind={'url' in entry ? 'file' : 'folder'}
        others={siblings.filter(({ id }) => id !== entry.id)}
        onClose={onClose}
        rename={(name) => {
          onClose();
          onRename(entry, name);
        }}
      />
    );
  return (
    <MoveDialog
      {...{ what, listings, undo, onClose }}
      entries={target.entries}
      path={pathOf(entry).map(({ id }) => id)}
      onChoose={(to) => onPlace(what, target, to)}
    />
  );
}

/** What the details of a file show, which may change meanwhile. */
export function detailsOf({ whole, pathOf, listings, undo }: PageOfEntries, entry: StoredFile) {
  const file = whole?.files.find(({ id }) => id === entry.id) ?? entry;
  const folderName = pathOf(file).at(-1)?.name ?? 'Root';
  return { file, listings, folderName, names: siblingsOf(whole, file).map(({ name }) => name), undo };
}

/** What is shown of the folder that an entry is in: beside the shown folder is nothing of it, and Starred shows things of many. */
function siblingsOf(whole: Entries | undefined, entry: Entry): Entry[] {
  const all = [...(whole?.folders ?? []), ...(whole?.files ?? [])];
  return all.filter((one) => parentOf(one) === parentOf(entry));
}
