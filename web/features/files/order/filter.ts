import { foldText } from '#contract/names/natural-order.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';

/** An entry that is renamed is another object. */
const foldedNames = new WeakMap<object, string>();

/** The entries whose names contain every word of a text, without regard to case and accents. */
export function filtered<Item extends Folder | StoredFile>(items: readonly Item[], text: string): readonly Item[] {
  const words = text.split(/\s+/).filter(Boolean).map(foldText);
  return words.length === 0 ? items : items.filter((item) => words.every((word) => foldedName(item).includes(word)));
}

function foldedName(item: Folder | StoredFile): string {
  const known = foldedNames.get(item);
  if (known !== undefined) return known;
  const folded = foldText(item.name);
  foldedNames.set(item, folded);
  return folded;
}
