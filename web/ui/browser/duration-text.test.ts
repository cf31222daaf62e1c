import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [0.4, '0:00'],
  [187, '3:07'],
  [3723, '1:02:03'],
])('%d seconds play %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
