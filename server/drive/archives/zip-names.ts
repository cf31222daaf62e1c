import { nameVariant } from '#contract/names/name-variants.ts';
import { foldedName } from '#contract/names/names.ts';

/** A backslash separates folders for some readers, and controls are dropped by others. */
const misread = /[\\\p{Cc}]/gu;

type Named = { name: string; kind: 'folder' | 'file' };

/**
 * Gives the entries of one folder, one after the other, the names that they have in an archive: without what some readers take
 * for something else, and with a number where Windows or macOS would take two of them for the same.
 */
export function createZipNames(): (entry: Named) => string {
  const taken = new Set<string>();
  return ({ name, kind }) => {
    const safe = { name: name.replace(misread, '_'), kind };
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? safe.name : nameVariant(safe, String(number), 1);
      const key = foldedName(candidate);
      if (taken.has(key)) continue;
      taken.add(key);
      return candidate;
    }
  };
}
