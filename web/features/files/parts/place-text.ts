import { visibleName } from '#contract/names/names.ts';
import type { Ancestor } from '#contract/records/entries.ts';

/** Where an entry is: "Root, Family, Summer at the lake". */
export function placeText(path: readonly Ancestor[]): string {
  return ['Root', ...path.map(({ name }) => visibleName(name))].join(', ');
}
