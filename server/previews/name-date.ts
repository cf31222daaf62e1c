import { type FileKind, kindOf } from '#contract/kinds.ts';
import type { OwnTaken } from '#contract/records/facts.ts';
import { takenFact } from './facts/fact-values.ts';
import { type FileDescription, noFacts, type Reading } from './reading.ts';

/** What is taken rather than written. */
const dated: readonly FileKind[] = ['photo', 'video', 'audio'];

/**
 * Names that cameras, phones and screens give: IMG_20260812_055210.jpg, PXL_20260812_035210123.jpg, VID_20260812_055210.mp4,
 * Screenshot_2026-08-12-05-52-10.png, Screenshot 2026-08-12 at 5.52.10 PM.png, 2026-08-12 05.52.10.jpg, IMG-20260812-WA0001.jpg
 * has no time and does not count.
 */
const pattern =
  /(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?:[-_ T]| at )(\d\d|(?<= at )\d)([-_.:]?)(\d\d)\6(\d\d)(?:\d{3})?(?!\d)(?:\s?([AP])M(?![A-Z]))?/i;
/** Of which the clock is known to show UTC. */
const utcNames = /^PXL_/;

/** The name counts when nothing else says when something was taken. */
export function withNameDate(reading: Reading, { contentType, name }: FileDescription): Reading {
  const { facts } = reading;
  if (!dated.includes(kindOf(contentType))) return reading;
  const takenAt = facts?.takenAt ?? takenByName(name);
  return takenAt === null ? reading : { ...reading, facts: { ...(facts ?? noFacts), takenAt } };
}

/** When something was taken according to its name; null if the name does not say. */
export function takenByName(name: string, now?: number): OwnTaken | null {
  const found = pattern.exec(name);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, shown = 0, minute = 0, second = 0] = [1, 3, 4, 5, 7, 8].map((i) =>
    Number(found[i]),
  );
  const hour = hourOf(shown, found[9]);
  const clock = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // The 31st of June would be the 1st of July.
  const isReal =
    clock.getUTCMonth() === month - 1 && clock.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  const offset = utcNames.test(name) ? 'Z' : null;
  return isReal ? takenFact(clock, { offset, from: 'name', ...(now === undefined ? {} : { now }) }) : null;
}

/** From 0 to 23, of a clock that shows 12 hours if it says which half of the day it is. */
function hourOf(shown: number, half: string | undefined): number {
  if (half === undefined || shown > 12) return shown;
  return (shown % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}
