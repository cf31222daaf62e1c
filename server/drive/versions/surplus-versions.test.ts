import { describe, expect, test } from 'vitest';
import { tooClose } from './surplus-versions.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Midnight UTC of a Thursday, when weeks of 7 days since 1970 begin. */
const now = 2800 * 7 * day;

/** Versions of these times before now, in hours, the oldest first; those that stay. */
function left(...agesInHours: number[]): number[] {
  const versions = agesInHours.map((age, i) => ({ id: String(age), generation: i + 1, created_at: now - age * hour }));
  const removed = new Set(tooClose(versions, now));
  return agesInHours.filter((age) => !removed.has(String(age)));
}

describe('versions by age', () => {
  test('all that were replaced within a day stay', () => {
    expect(left(23, 22, 21, 1, 0)).toEqual([23, 22, 21, 1, 0]);
  });

  test('one that was replaced within a day stays, however old it is', () => {
    expect(left(400 * 24, 23, 0)).toEqual([400 * 24, 23, 0]);
  });

  test('of older ones the last of each day stays', () => {
    expect(left(71, 60, 50, 47, 30, 1)).toEqual([50, 30, 1]);
  });

  test('of those before 30 days the last of each week stays', () => {
    expect(left(60 * 24, 59 * 24, 58 * 24, 1)).toEqual([58 * 24, 1]);
    expect(left(63 * 24, 62 * 24, 57 * 24, 56 * 24, 1)).toEqual([57 * 24, 56 * 24, 1]);
  });

  test('doing it again, also later, removes nothing that the next step would keep', () => {
    const ages = Array.from({ length: 2000 }, (_, i) => 2000 - i);
    const once = left(...ages);
    expect(left(...once)).toEqual(once);
    expect(once.at(-1)).toBe(1);
    expect(once.length).toBeLessThan(24 + 30 + 10);
  });
});
