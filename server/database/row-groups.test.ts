import { expect, test } from 'vitest';
import { removeOlder, rowsAtOnce } from './row-groups.ts';

test.each([
  ['none', []],
  ['few', [1, 5, 9, 10, 11]],
  ['many', Array.from({ length: 5 * rowsAtOnce }, (_, i) => Math.floor(i / 100))],
  ['many of one moment', [...Array.from({ length: 3 * rowsAtOnce }, () => 4), 9, 10, 12]],
])('of %s rows those that are older go, and no other, some at a time', async (_what, ages) => {
  let rows = ages;
  const removed: number[] = [];
  await removeOlder(10, {
    ageAt: async (count) => rows.toSorted((a, b) => a - b)[count],
    removeUpTo: async (age) => {
      const before = rows.length;
      rows = rows.filter((row) => row > age);
      removed.push(before - rows.length);
    },
  });
  expect(rows).toEqual(ages.filter((age) => age >= 10));
  const ofOneMoment = Math.max(0, ...ages.map((age) => ages.filter((other) => other === age).length));
  expect(Math.max(...removed)).toBeLessThanOrEqual(rowsAtOnce + ofOneMoment);
});
