import { maxArchiveEntries } from '#contract/limits.ts';
import { nameVariants } from '#contract/names/name-variants.ts';
import { foldedName } from '#contract/names/names.ts';
import type { ArchivePage } from './archive-page.ts';

/** A backslash separates folders for some readers, and controls are dropped by others. */
const misread = /[\\\p{Cc}]/gu;

/**
 * Gives the entries of pages the names that they have in an archive: without what some readers take for something else, and
 * with a number where Windows or macOS would take two of one folder for the same. The entries of a folder come one after the
 * other. Returns the names that are others, by their place in the page.
 */
export function createZipNames() {
  let taken = new Set<string>();
  /** The number that is tried next, by what is left of a name beside the largest one: names that are cut to the same share it. */
  let numbers = new Map<string, number>();
  let folder: string | undefined;

  return ({ columns, names, folders, parentAt }: ArchivePage): Map<number, string> => {
    const renamed = new Map<number, string>();
    // All names at once, which is faster.
    const safe = columns.names.replace(misread, '_');
    const safeNames = safe === columns.names ? names : safe.split('/');
    const keys = foldedName(safe).split('/');
    for (let at = 0; at < names.length; at += 1) {
      if (parentAt(at) !== folder) [taken, numbers, folder] = [new Set(), new Map(), parentAt(at)];
      const kind = folders.has(at) ? 'folder' : 'file';
      const name = freeName({ name: safeNames[at] ?? '', kind }, keys[at] ?? '');
      if (name !== names[at]) renamed.set(at, name);
    }
    return renamed;
  };

  /** `key`: the folded name. No number is tried twice, however many names are the same to some readers. */
  function freeName(safe: { name: string; kind: 'folder' | 'file' }, key: string): string {
    if (take(key)) return safe.name;
    const variant = nameVariants(safe);
    const shared = foldedName(variant(String(maxArchiveEntries), 1));
    for (let number = numbers.get(shared) ?? 2; ; number += 1) {
      const name = variant(String(number), 1);
      numbers.set(shared, number + 1);
      if (take(foldedName(name))) return name;
    }
  }

  function take(key: string): boolean {
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  }
}
