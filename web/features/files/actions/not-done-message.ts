import { visibleName } from '#contract/names/names.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { namesText } from '../parts/names-text.ts';
import type { Refused } from '../placing/in-batches.ts';

/** The title and text of a toast that says with what something was not done, and why: for the first of them. */
export function notDoneMessage(what: string, refused: readonly Refused<{ name: string }>[]): [string, string] {
  const names = refused.map(({ thing }) => visibleName(thing.name));
  const why = callErrorMessage(refused[0]?.error);
  const [first = ''] = names;
  if (names.length < 2) return [first, `${what}. ${why}`];
  return ['Some items could not be processed', `${what}: ${namesText(names)}. ${why}`];
}
