import { expect, test } from 'vitest';
import { type Sample, timeLeftText, withSample } from './time-left.ts';

/** Samples of a transfer that moves so many bytes a second, one each second. */
function samplesOf(seconds: number, bytesPerSecond: number): readonly Sample[] {
  let samples: readonly Sample[] = [];
  for (let i = 0; i <= seconds; i += 1) samples = withSample(samples, { at: i * 1000, bytes: i * bytesPerSecond });
  return samples;
}

test.each([
  [1000, 12_000, 'less than a minute left'],
  [1000, 95_000, 'about a minute left'],
  [1000, 310_000, 'about 5 minutes left'],
  [1000, 3_610_000, 'about an hour left'],
  [1000, 72_010_000, 'about 20 hours left'],
  [1, 259_210, 'about 3 days left'],
])('%i bytes a second, %i bytes in all: %s', (rate, total, text) => {
  expect(timeLeftText(samplesOf(10, rate), total)).toBe(text);
});

test('nothing is said before there is a rate, while nothing moves, and when all is sent', () => {
  expect(timeLeftText(samplesOf(2, 1000), 10_000)).toBeUndefined();
  expect(timeLeftText(samplesOf(10, 0), 10_000)).toBeUndefined();
  expect(timeLeftText(samplesOf(10, 1000), 10_000)).toBeUndefined();
});

test('the rate is that of the last 15 seconds, and starts again when bytes are taken away', () => {
  const slow = samplesOf(60, 1000);
  expect(slow.length).toBeLessThan(20);
  expect(withSample(slow, { at: 61_000, bytes: 10 })).toEqual([{ at: 61_000, bytes: 10 }]);
});
