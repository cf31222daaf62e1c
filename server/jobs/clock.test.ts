import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/open.ts';
import { createClock } from './clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('a clock for what cannot be undone', () => {
  let wall: number;
  let uptime: number;
  let told: string[];
  let clock: ReturnType<typeof createClock>;
  beforeEach(() => {
    [wall, uptime, told] = [1000 * day, 5 * minute, []];
    const tell = (sentence: string) => void told.push(sentence);
    // Nothing of the database is used by these.
    clock = createClock({ db: {} as Database, now: () => wall, uptime: () => uptime, settleMs: hour, tell });
  });

  function pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += minute) {
      [wall, uptime] = [wall + minute, uptime + minute];
      clock.settled();
    }
  }

  test('has no time before an hour has passed, and then that of an hour ago', () => {
    pass(59 * minute);
    expect(clock.settled()).toBeUndefined();
    pass(minute);
    expect(clock.settled()).toBe(wall - hour);
    pass(3 * hour);
    expect(clock.settled()).toBe(wall - hour);
    expect(told).toEqual([]);
  });

  test('is asked a million times in an hour, and still answers', () => {
    for (let i = 0; i < 1_000_000; i += 1) {
      [wall, uptime] = [wall + hour / 1_000_000, uptime + hour / 1_000_000];
      clock.settled();
    }
    pass(minute);
    expect(clock.settled()).toBeGreaterThanOrEqual(wall - hour - minute);
    expect(told).toEqual([]);
  });

  test('follows a jump ahead an hour later, and tells it at once', () => {
    pass(2 * hour);
    wall += 40 * day;
    pass(59 * minute);
    expect(clock.settled()).toBeLessThan(wall - 39 * day);
    expect(told).toEqual([expect.stringContaining('The clock jumped 40 days ahead')]);
    pass(2 * minute);
    expect(clock.settled()).toBe(wall - hour);
  });

  test('never believes a jump that was taken back', () => {
    pass(2 * hour);
    wall += 40 * day;
    pass(30 * minute);
    wall -= 40 * day;
    pass(5 * hour);
    expect(clock.settled()).toBe(wall - hour);
    expect(told).toHaveLength(2);
  });

  test('a wrong time at the start is not trusted once it is corrected', () => {
    pass(30 * minute);
    wall -= 40 * day;
    pass(40 * minute);
    expect(clock.settled()).toBeLessThan(wall);
    expect(told).toEqual([expect.stringContaining('40 days back')]);
  });
});
