import { visibleName } from '#contract/names/names.ts';
import type { Refused } from '../listing/in-batches.ts';
import { callErrorMessage } from '../parts/name-error.tsx';

/** So many names are read in a toast. */
const maxNames = 3;

/** The title and text of a toast that says with what something was not done, and why: for the first of them. */
export function notDoneMessage(what: string, refused: readonly Refused<{ name: string }>[]): [string, string] {
  const [first, ...others] = refused.map(({ thing }) => visibleName(thing.name));
  const why = callErrorMessage(refused[0]?.error);
  if (first === undefined || others.length === 0) return [first ?? '', `${what}. ${why}`];
  const shown = [first, ...others].slice(0, maxNames);
  const more = refused.length - shown.length;
  const which = more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : shown.join(', ');
  return ['Some items could not be processed', `${what}: ${which}. ${why}`];
}
