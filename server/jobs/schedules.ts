import type { Leases } from '#server/cluster/leases.ts';
import type { createClock } from './clock.ts';
import type { createJanitor } from './janitor.ts';
import type { JobWatch } from './job-watch.ts';
import { schedule } from './schedule.ts';
import type { createThumbnailJob } from './thumbnails.ts';
import type { createUnpackingJob } from './unpacking-job.ts';

const everyMinute = 60_000;
const everyHour = 60 * everyMinute;
const everyDay = 24 * 60 * everyMinute;
/** Each begins so much after the one before it: all at once, each would keep a connection to the database for itself. */
const apartMs = 200;

type Deps = {
  /** Remembers how each of them went. */
  jobs: Pick<JobWatch, 'run' | 'planned'>;
  janitor: ReturnType<typeof createJanitor>;
  clock: ReturnType<typeof createClock>;
  leases: Leases;
  thumbnailJob: Pick<ReturnType<typeof createThumbnailJob>, 'wake'>;
  unpackingJob: Pick<ReturnType<typeof createUnpackingJob>, 'wake'>;
  /** Undefined where nobody set them. */
  backups: { work: () => Promise<boolean>; watch: () => Promise<boolean> } | undefined;
  /** Indexes names that are not found yet. */
  fillIndex: () => Promise<void>;
  /** Tells people that little of a quota is left. */
  tellNearlyFull: () => Promise<void>;
  /** Deletes accounts that were closed long enough ago. */
  deleteClosed: () => Promise<void>;
  /** What the page of the server compares: noted, since nothing else has it. */
  nodes: { note: () => Promise<void> };
  days: { note: () => Promise<void> };
  /** Reads the settings that another node, or a command, may have changed. */
  refreshSettings: () => Promise<void>;
  /** As in the settings. */
  removalDelaySeconds: number;
};

/** Starts what runs by itself every minute or every day, on one node at a time where leases say so. Returns the way to stop. */
export function startSchedules({
  jobs,
  janitor,
  clock,
  leases,
  thumbnailJob,
  unpackingJob,
  backups,
  fillIndex,
  tellNearlyFull,
  deleteClosed,
  refreshSettings,
  nodes,
  days,
  removalDelaySeconds,
}: Deps) {
  // The first one removes nothing whose time has to settle.
  const garbageMs = () => (clock.settled() === undefined ? removalDelaySeconds * 1000 + everyMinute : everyDay);
  let firstMs = 0;
  const every = (name: Parameters<JobWatch['run']>[0], pauseMs: () => number, work: () => Promise<boolean>) => {
    firstMs += apartMs;
    return schedule(() => jobs.run(name, work), { firstMs, pauseMs, onPause: (ms) => jobs.planned(name, ms) });
  };
  const ends = [
    every('uploads', minutely, () => leases.hold('uploads', janitor.tidyUploads)),
    every('garbage', garbageMs, () => leases.hold('garbage', janitor.collectGarbage)),
    every('search-index', minutely, () => leases.hold('search-index', fillIndex)),
    every('nearly-full', minutely, () => leases.hold('nearly-full', tellNearlyFull)),
    every('closed-accounts', minutely, () => leases.hold('closed-accounts', deleteClosed)),
    every('clock', minutely, () => clock.observe().then(() => true)),
    ...(backups === undefined
      ? []
      : [every('backups', minutely, backups.work), every('overdue-backups', minutely, backups.watch)]),
    every('settings', minutely, () => refreshSettings().then(() => true)),
    every('nodes', minutely, () => nodes.note().then(() => true)),
    every('days', hourly, () => leases.hold('days', days.note)),
    schedule(wakeForLeftovers, { firstMs: everyMinute, pauseMs: minutely }),
  ];
  return () => {
    for (const end of ends) end();
  };

  /** There may be work that a node left which died. */
  async function wakeForLeftovers(): Promise<boolean> {
    thumbnailJob.wake();
    unpackingJob.wake();
    return true;
  }
}

function minutely(): number {
  return everyMinute;
}

function hourly(): number {
  return everyHour;
}
