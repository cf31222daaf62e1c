import { afterEach, describe, expect, test, vi } from 'vitest';
import { maxInterruptions, nextStep, type Run, retryMs, wallClock } from './next-step.ts';

afterEach(() => void vi.unstubAllEnvs());
const at = (iso: string) => Date.parse(iso);
const run = (kind: Run['kind'], day: string, state: Run['state'] = 'done', begun = at(`${day}T03:00:00Z`)): Run => ({
  kind,
  day,
  state,
  begun_at: begun,
  ended_at: state === 'running' ? null : begun,
});
const night = (day: string): Run[] => [
  run('trial-restore', day),
  run('thinning', day),
  run('verification', day),
  run('backup', day),
];

describe('the next step of the backups', () => {
  test('is a backup at the first start, and after its time each day; a missed one is caught up', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(nextStep([], at('2026-11-26T12:00:00Z'), '03:30')).toEqual({ kind: 'backup', day: '2026-11-26' });
    expect(nextStep(night('2026-11-26'), at('2026-11-27T03:29:00Z'), '03:30')).toBeUndefined();
    expect(nextStep(night('2026-11-26'), at('2026-11-27T03:30:00Z'), '03:30')).toEqual({
      kind: 'backup',
      day: '2026-11-27',
    });
    expect(nextStep(night('2026-11-26'), at('2026-11-29T01:00:00Z'), '03:30')).toEqual({
      kind: 'backup',
      day: '2026-11-28',
    });
  });

  test('comes once on a day of 23 hours and once on one of 25', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const minutes = (from: string, count: number) =>
      Array.from({ length: count }, (_, index) => at(from) + index * 60_000);
    for (const [from, yesterday, today] of [
      ['2026-03-28T23:00:00Z', '2026-03-28', '2026-03-29'],
      ['2026-10-24T22:00:00Z', '2026-10-24', '2026-10-25'],
    ] as const) {
      let runs = night(yesterday);
      const taken = minutes(from, 10 * 60).flatMap((now) => {
        const step = nextStep(runs, now, '02:30');
        if (step?.kind === 'backup') runs = [...night(step.day), ...runs];
        return step === undefined ? [] : [step.day];
      });
      expect(taken).toEqual([today]);
    }
    // The hour comes twice, also on the day of the first backup.
    const first = nextStep([], at('2026-10-25T00:30:00Z'), '02:30');
    expect(first?.day).toBe('2026-10-25');
    expect(nextStep(night('2026-10-25'), at('2026-10-25T01:10:00Z'), '02:30')).toBeUndefined();
    expect(wallClock(at('2026-10-25T01:10:00Z'))).toEqual({ day: '2026-10-25', time: '02:10' });
  });

  test('verifies, thins and tries to restore, and stops where something is wrong', () => {
    vi.stubEnv('TZ', 'UTC');
    const now = at('2026-11-26T12:00:00Z');
    const day = '2026-11-26';
    const step = (...runs: Run[]) => nextStep(runs, now, '03:30')?.kind;
    expect(step(run('backup', day))).toBe('verification');
    expect(step(run('backup', day, 'damaged'))).toBe('verification');
    expect(step(run('verification', day), run('backup', day))).toBe('thinning');
    expect(step(run('verification', day, 'damaged'), run('backup', day))).toBeUndefined();
    const verified = [run('thinning', day), run('verification', day), run('backup', day)];
    expect(step(...verified)).toBe('trial-restore');
    expect(step(...verified, run('trial-restore', '2026-10-31'))).toBe('trial-restore');
    expect(step(...verified, run('trial-restore', '2026-11-01'))).toBeUndefined();
    expect(step(run('trial-restore', day, 'damaged'), ...verified)).toBeUndefined();
  });

  test('tries again what failed an hour later, and what was interrupted at once, but not for ever', () => {
    vi.stubEnv('TZ', 'UTC');
    const now = at('2026-11-26T12:00:00Z');
    const failed = (ago: number) => run('backup', '2026-11-26', 'failed', now - ago);
    expect(nextStep([failed(retryMs - 1)], now, '03:30')).toBeUndefined();
    expect(nextStep([failed(retryMs)], now, '03:30')?.kind).toBe('backup');
    const interrupted = (count: number) =>
      Array.from({ length: count }, () => run('backup', '2026-11-26', 'interrupted', now));
    expect(nextStep(interrupted(maxInterruptions), now, '03:30')?.kind).toBe('backup');
    expect(nextStep(interrupted(maxInterruptions + 1), now, '03:30')).toBeUndefined();
  });

  test('is not kept away by a clock that was years ahead', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(nextStep(night('2031-01-01'), at('2026-11-26T12:00:00Z'), '03:30')?.kind).toBe('backup');
  });
});
