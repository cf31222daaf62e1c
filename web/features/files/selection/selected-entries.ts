import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Listing } from '../cache/listing.ts';

type Shown = Pick<Listing, 'folders' | 'files'>;

/** What was found last: a page asks for the same each time it is drawn. */
let last: (Shown & { ids: ReadonlySet<string>; entries: readonly (Folder | StoredFile)[] }) | undefined;

/** The selected entries that the page shows, in its order. */
export function selectedEntries({ folders, files }: Shown, ids: ReadonlySet<string>): readonly (Folder | StoredFile)[] {
  if (ids.size === 0) {
    last = undefined;
    return [];
  }
  if (last?.folders !== folders || last.files !== files || last.ids !== ids) {
    const isSelected = ({ id }: { id: string }) => ids.has(id);
    last = { folders, files, ids, entries: [...folders.filter(isSelected), ...files.filter(isSelected)] };
  }
  return last.entries;
}
