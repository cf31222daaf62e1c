import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

test.each([
  [-hour, 'In 30 days', false],
  [0, 'In 30 days', false],
  [hour, 'In 30 days', false],
  [day + hour, 'In 29 days', false],
  [28 * day + hour, 'In 2 days', false],
  [29 * day + hour, 'Tomorrow', true],
  [30 * day, 'Today', true],
  [31 * day, 'Today', true],
])('%i ms after it was moved to Trash: %s', (passed, text, soon) => {
  expect(timeLeft(0, passed)).toEqual({ text, soon });
});
