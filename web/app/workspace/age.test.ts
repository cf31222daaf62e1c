import { expect, test } from 'vitest';
import { ageText } from './age.ts';

const minute = 60_000;

test.each([
  [0, 'a moment ago'],
  // A clock that was set back.
  [-5 * minute, 'a moment ago'],
  [minute, '1 minute ago'],
  [12.9 * minute, '12 minutes ago'],
  [60 * minute, '1 hour ago'],
  [23.9 * 60 * minute, '23 hours ago'],
  [24 * 60 * minute, '1 day ago'],
  [80 * 24 * 60 * minute, '80 days ago'],
])('an age of %d ms', (passed, text) => {
  const now = Date.UTC(2026, 0, 1);
  expect(ageText(now - passed, now)).toBe(text);
});
