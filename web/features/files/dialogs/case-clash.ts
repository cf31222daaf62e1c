import { foldedName, nameKey, visibleName } from '#contract/names/names.ts';

/** One of the names of a folder that Windows and macOS could not keep beside this one, if there is any. */
export function caseClash(name: string, names: readonly string[]): string | undefined {
  const folded = foldedName(name);
  return names.find((one) => nameKey(one) !== nameKey(name) && foldedName(one) === folded);
}

/** How the sentence ends that says from which name one differs. */
export const caseClashEnd = 'only in upper and lower case. A folder of Windows or macOS cannot hold both.';

export function caseClashText(other: string): string {
  return `Differs from ${visibleName(other)} ${caseClashEnd}`;
}
