import { firstTakenAt, maxFactCharacters, type OwnTaken } from '#contract/records/facts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A text as it is kept: without control characters, cut; null if nothing is left. */
export function textFact(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxFactCharacters)
    // Not in the middle of a character of two units.
    .replace(/\p{Cs}$/u, '')
    .trim();
  return text === '' ? null : text;
}

/** A number from `least` to `most`; null for everything else. */
export function numberFact(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

/** A whole number from 1 to `most`; null for everything else. */
export function countFact(value: unknown, most = 10_000_000): number | null {
  return Number.isSafeInteger(value) ? numberFact(value, 1, most) : null;
}

/**
 * The time that a clock showed, given as if it were UTC, with the clock's offset. Null if it cannot be that something was taken
 * then: in no year since the first photograph, or after tomorrow.
 */
export function takenFact(
  clock: Date | undefined,
  { offset, from, now = Date.now() }: Pick<OwnTaken, 'from'> & { offset: unknown; now?: number },
): OwnTaken | null {
  const at = clock?.getTime() ?? Number.NaN;
  if (Number.isNaN(at) || at >= now + 2 * dayMs || at < firstTakenAt) return null;
  return { local: new Date(at).toISOString().slice(0, 19), offset: offsetFact(offset), from };
}

/** As ISO 8601 has it, within those that are in use. */
function offsetFact(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
  if (text === 'Z') return '+00:00';
  return /^[+-](0\d|1[0-3]):[0-5]\d$|^\+14:00$/.test(text) ? text : null;
}
