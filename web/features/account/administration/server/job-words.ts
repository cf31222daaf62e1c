import type { JobState } from '#contract/records/job-state.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What each job is called on the page. */
export const jobNames: Record<JobState['name'], string> = {
  uploads: 'Finishing uploads',
  garbage: 'Tidying up',
  scrub: 'Reading stored files again',
  thumbnails: 'Thumbnails and facts',
  unpacking: 'Unpacking zips',
  'search-index': 'Names for the search',
  backups: 'Taking backups',
  'overdue-backups': 'Watching the backups',
  'nearly-full': 'Telling people whose space runs out',
  'closed-accounts': 'Deleting closed accounts',
  days: 'Noting how much is stored',
  clock: 'Watching the clock',
  settings: 'Reading the settings',
  nodes: 'Noting which servers run',
};

/** One job as it is shown. */
export type JobRow = { name: string; text: string; isBad: boolean };

/** What failed comes first. `at` is the time of the server. */
export function jobRows(jobs: readonly JobState[], at: number): JobRow[] {
  const rows = jobs.map((job) => ({
    name: jobNames[job.name],
    text: textOf(job, at),
    isBad: job.outcome === 'failed',
  }));
  return rows.toSorted((one, other) => Number(other.isBad) - Number(one.isBad));
}

function textOf({ isRunning, beganAt, endedAt, outcome, failure, nextAt }: JobState, at: number): string {
  const ended = endedAt === null ? '' : agoText(at - endedAt);
  const last =
    outcome === null
      ? ''
      : outcome === 'failed'
        ? `failed ${ended}`
        : outcome === 'done'
          ? `ran ${ended}`
          : `another node did it ${ended}`;
  const running = isRunning && beganAt !== null ? `running, began ${agoText(at - beganAt)}` : '';
  const next = isRunning || nextAt === null ? '' : nextAt <= at ? 'next now' : `next in ${spanText(nextAt - at)}`;
  const text = [running, last, next].filter(Boolean).join(', ');
  const said = failure === null ? '' : `. ${failure}`;
  return text.charAt(0).toUpperCase() + text.slice(1) + said;
}

function agoText(ms: number): string {
  return ms < minuteMs ? 'just now' : `${spanText(ms)} ago`;
}

/** In the largest unit that fits: "57 minutes". */
function spanText(ms: number): string {
  const [count, unit] =
    ms < hourMs
      ? [Math.max(1, Math.round(ms / minuteMs)), 'minute']
      : ms < dayMs
        ? [Math.round(ms / hourMs), 'hour']
        : [Math.round(ms / dayMs), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
