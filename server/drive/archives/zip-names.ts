import { nameVariant } from '#contract/names/name-variants.ts';
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
  let folder: string | undefined;

  return ({ columns, names, folders, parentAt }: ArchivePage): Map<number, string> => {
    const renamed = new Map<number, string>();
    // All names at once, which is faster.
    const safe = columns.names.replace(misread, '_');
    const safeNames = safe === columns.names ? names : safe.split('/');
    const keys = foldedName(safe).split('/');
    for (let at = 0; at < names.length; at += 1) {
      if (parentAt(at) !== folder) [taken, folder] = [new Set(), parentAt(at)];
      const kind = folders.has(at) ? 'folder' : 'file';
      const name = freeName({ name: safeNames[at] ?? '', kind }, keys[at] ?? '');
      if (name !== names[at]) renamed.set(at, name);
    }
    return renamed;
  };

  /** `key`: the folded name. */
  function freeName(safe: { name: string; kind: 'folder' | 'file' }, key: string): string {
    let { name } = safe;
    let folded = key;
    for (let number = 2; taken.has(folded); number += 1) {
      name = nameVariant(safe, String(number), 1);
      folded = foldedName(name);
    }
    taken.add(folded);
    return name;
  }
}
