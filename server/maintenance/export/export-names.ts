import { foldedName, utf8Length } from '#contract/names/names.ts';

/** What Windows and its file systems refuse in a name. */
const refused = /[<>:"|?*\\\p{Cc}]|[. ]$/gu;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const maxBytes = 255;

/**
 * Gives each name that is used in one folder a name for a folder on a disk, no two of which are the same. A Linux file
 * system keeps every name as it is; `isPortable` names can be kept by those of other systems too.
 */
export function createExportNames(isPortable: boolean, taken: readonly string[] = []) {
  const used = new Set(taken.map(keyOf));
  return (name: string): string => {
    const safe = isPortable ? portable(name) : name;
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? safe : numbered(safe, number);
      if (used.has(keyOf(free))) continue;
      used.add(keyOf(free));
      return free;
    }
  };

  function keyOf(name: string): string {
    return isPortable ? foldedName(name) : name;
  }
}

function portable(name: string): string {
  const replaced = name.replace(refused, '_');
  return devices.test(replaced) ? numbered(replaced, '_') : replaced;
}

/** With a mark before the ending, and at most as long as a name may be: "tree (2).jpg". */
export function numbered(name: string, mark: number | string): string {
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const addition = `${typeof mark === 'number' ? ` (${mark})` : mark}${ending}`;
  const characters = Array.from(base);
  while (utf8Length(characters.join('') + addition) > maxBytes && characters.length > 1) characters.pop();
  return characters.join('') + addition;
}
