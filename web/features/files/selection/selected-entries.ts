import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Listing } from '../listing/listing.ts';

/** The selected entries that the page shows, in its order. */
export function selectedEntries(
  { folders, files }: Pick<Listing, 'folders' | 'files'>,
  ids: ReadonlySet<string>,
): (Folder | StoredFile)[] {
  if (ids.size === 0) return [];
  const isSelected = ({ id }: { id: string }) => ids.has(id);
  return [...folders.filter(isSelected), ...files.filter(isSelected)];
}
