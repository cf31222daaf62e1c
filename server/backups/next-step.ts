import type { BackupRunRow } from '#server/database/tables/installation-rows.ts';

/** What the decision needs of a run. */
export type Run = Pick<BackupRunRow, 'kind' | 'day' | 'state' | 'begun_at' | 'ended_at'>;

/** A piece of work, and the day whose backup it is for. */
export type Step = { kind: Exclude<BackupRunRow['kind'], 'overdue'>; day: string };

/** What failed is tried again after this time. */
export const retryMs = 60 * 60 * 1000;
/** What the end of a server interrupted is tried again at once, as long as it is not the reason for that end. */
export const maxInterruptions = 3;

/** The clock on the server's wall: a day as 2026-11-26, and a time as 03:30. */
export function wallClock(now: number): { day: string; time: string } {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}

/**
 * What is to be done now, if anything. Once a day: the backup, when the wall clock shows the time or has shown it, also
 * while nothing ran; then its verification; when that found nothing wrong, the thinning; and once a month a trial restore.
 * `runs` are those of the last days, and the last one of each kind that ended well, the newest first.
 */
export function nextStep(runs: readonly Run[], now: number, at: string): Step | undefined {
  const { day: today, time } = wallClock(now);
  const due = time >= at ? today : dayBefore(today);
  const taken = newestDay('backup', ['done', 'damaged']);
  // Where a clock is put back, the day before must not come a second time.
  if (taken === undefined || taken < due) return mayTry('backup', due) ? { kind: 'backup', day: due } : undefined;
  if (!isSettled('verification', taken)) return stepOf('verification');
  if (newestDay('verification', ['done']) !== taken) return undefined;
  if (!isSettled('thinning', taken)) return stepOf('thinning');
  const tried = newestDay('trial-restore', ['done']) ?? '';
  return tried.slice(0, 7) < taken.slice(0, 7) && !isSettled('trial-restore', taken)
    ? stepOf('trial-restore')
    : undefined;

  function stepOf(kind: Step['kind']): Step | undefined {
    return taken !== undefined && mayTry(kind, taken) ? { kind, day: taken } : undefined;
  }

  /** Days that are still to come are those of a clock that was wrong. */
  function newestDay(kind: Step['kind'], states: Run['state'][]): string | undefined {
    const days = runs.filter((run) => run.kind === kind && states.includes(run.state) && run.day <= today);
    return days
      .map(({ day }) => day)
      .toSorted()
      .at(-1);
  }

  function isSettled(kind: Step['kind'], day: string): boolean {
    return runs.some((run) => run.kind === kind && run.day === day && ['done', 'damaged'].includes(run.state));
  }

  function mayTry(kind: Step['kind'], day: string): boolean {
    const tries = runs.filter((run) => run.kind === kind && run.day === day);
    const [last] = tries;
    if (last === undefined) return true;
    const interruptions = tries.filter(({ state }) => state === 'interrupted').length;
    if (last.state === 'interrupted' && interruptions <= maxInterruptions) return true;
    const since = now - (last.ended_at ?? last.begun_at);
    return since >= retryMs || since < 0;
  }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
