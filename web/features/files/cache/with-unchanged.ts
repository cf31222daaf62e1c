import { replaceEqualDeep } from '@tanstack/react-query';
import { isBefore, type Listing } from './listing.ts';

/**
 * A listing with every entry that is as it was before as the same object, so that only what is new is drawn and sorted
 * again. By the id of each: by its place, as the library compares, everything behind one that left would be another object.
 */
export function withUnchanged(before: Listing | undefined, now: Listing): Listing {
  if (before === undefined || before === now) return now;
  const folders = unchanged(before.folders, now.folders);
  const files = unchanged(before.files, now.files);
  const folder = replaceEqualDeep(before.folder, now.folder);
  const isSame = folder === before.folder && folders === before.folders && files === before.files;
  return isSame && before.revision === now.revision && before.partial === now.partial
    ? before
    : { ...now, folder, folders, files };
}

/** Both lists are in the order of creation. */
function unchanged<Item extends { id: string; createdAt: number }>(
  before: readonly Item[],
  now: readonly Item[],
): readonly Item[] {
  if (before === now) return before;
  let at = 0;
  let isSame = before.length === now.length;
  const entries = now.map((entry, place) => {
    for (let other = before[at]; other !== undefined && isBefore(other, entry); other = before[at]) at += 1;
    const old = before[at];
    const kept = old?.id === entry.id ? replaceEqualDeep(old, entry) : entry;
    if (kept !== before[place]) isSame = false;
    return kept;
  });
  return isSame ? before : entries;
}
