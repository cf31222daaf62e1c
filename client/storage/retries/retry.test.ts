import { describe, expect, test } from 'vitest';
import { storageErrors } from '#contract/storage-errors.ts';
import { ConnectionLost, errorFromAnswer } from '../requests/storage-error.ts';
import { type Clock, createRetry, isRetried, retryAfterOf } from './retry.ts';

const { signal } = new AbortController();

/** A clock that advances only while something sleeps. */
function fakeClock(random = 0.5) {
  const slept: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    random: () => random,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  return { clock, slept };
}

describe('retry', () => {
  test('delays double from one second to 64 seconds', async () => {
    const { clock, slept } = fakeClock();
    const retry = createRetry({ limitMs: 600_000, clock });
    for (let i = 0; i < 9; i += 1) await retry.wait(new ConnectionLost(), signal);
    expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 64_000, 64_000]);
  });

  test.each([
    [0, 750],
    [0.999, 1249.5],
  ])('jitter of %f makes the first delay %f ms', async (random, expected) => {
    const { clock, slept } = fakeClock(random);
    await createRetry({ limitMs: 10_000, clock }).wait(new ConnectionLost(), signal);
    expect(slept[0]).toBeCloseTo(expected, 0);
  });

  test('the server may request a longer delay', async () => {
    const { clock, slept } = fakeClock();
    const retry = createRetry({ limitMs: 600_000, clock });
    await retry.wait(new ConnectionLost(), signal, 90_000);
    await retry.wait(new ConnectionLost(), signal, 10);
    expect(slept).toEqual([90_000, 2000]);
  });

  test('no attempt starts after the time limit; progress resets it', async () => {
    const { clock } = fakeClock();
    const retry = createRetry({ limitMs: 10_000, clock });
    for (let i = 0; i < 3; i += 1) await retry.wait(new ConnectionLost(), signal);
    retry.progressed();
    for (let i = 0; i < 3; i += 1) await retry.wait(new ConnectionLost(), signal);
    const cause = new ConnectionLost();
    await expect(retry.wait(cause, signal)).rejects.toMatchObject({ code: 'retry-limit-exceeded', cause });
  });

  test.each([
    [500, '{"code":"internal-error","message":"Something else."}', 'Something else.'],
    [429, '{"code":"too-many-downloads","message":"Wait."}', 'Wait.'],
    [502, '<h1>Bad Gateway</h1>', storageErrors['retry-limit-exceeded']],
  ])('after the last answer, %i, the sentence is that of the server if it gave one', async (status, body, sentence) => {
    const failing = createRetry({ limitMs: 0, clock: fakeClock().clock }).wait(errorFromAnswer(status, body), signal);
    await expect(failing).rejects.toMatchObject({ code: 'retry-limit-exceeded', status, message: sentence });
  });

  test('the time limit begins with the first failure, however long the attempt took', async () => {
    const { clock, slept } = fakeClock();
    const retry = createRetry({ limitMs: 10_000, clock });
    await clock.sleep(60_000, signal);
    await retry.wait(new ConnectionLost(), signal);
    expect(slept).toEqual([60_000, 1000]);
  });

  test('a wait ends at once when the network is back, and throws if it is aborted', async () => {
    const retry = createRetry({ limitMs: 100_000, firstDelayMs: 50_000 });
    const waiting = retry.wait(new ConnectionLost(), signal);
    retry.wake();
    await waiting;
    const stop = new AbortController();
    const stopped = retry.wait(new ConnectionLost(), stop.signal);
    stop.abort();
    await expect(stopped).rejects.toThrow('aborted');
  });
});

test.each([
  [400, false],
  [401, false],
  [404, false],
  [408, true],
  [409, false],
  [429, true],
  [500, true],
  [503, true],
  [507, false],
  [599, true],
])('an answer of %i is retried: %s', (status, expected) => {
  expect(isRetried(errorFromAnswer(status, ''))).toBe(expected);
});

test.each(['disk-full', 'file-damaged'])('%s lasts: it is not retried', (code) => {
  expect(isRetried(errorFromAnswer(500, JSON.stringify({ code, message: 'A sentence.' })))).toBe(false);
});

test.each([
  ['120', 120_000],
  ['Fri, 01 Jan 2100 00:00:10 GMT', 10_000],
  ['Fri, 01 Jan 1999 00:00:00 GMT', 0],
  ['soon', 0],
  [null, 0],
])('Retry-After %s is %i ms', (value, expected) => {
  expect(retryAfterOf(value, Date.parse('2100-01-01T00:00:00Z'))).toBe(expected);
});
