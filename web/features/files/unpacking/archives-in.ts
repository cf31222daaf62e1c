import { takeoutOf } from '#contract/names/takeout-parts.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';

export type Zip = Pick<StoredFile, 'id' | 'name'>;

/** Zips by the archives that they are: the parts of a Google Takeout are one, every other zip is one itself. */
export function archivesIn(zips: readonly Zip[]): Zip[][] {
  const inOrder = zips.toSorted((one, other) => one.name.localeCompare(other.name));
  return [...Map.groupBy(inOrder, ({ id, name }) => takeoutOf(name) ?? id).values()];
}
