import type { Logger } from 'pino';
import type { createServerSettings } from './accounts/people/server-settings.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Leases } from './cluster/leases.ts';
import type { createAccounts } from './create-accounts.ts';
import type { Database } from './database/open.ts';
import type { createDrive } from './drive/create-drive.ts';
import type { Uploads } from './drive/uploads/uploads.ts';
import type { createMayRemoveBytes } from './installation/bytes-hold.ts';
import type { createDamage } from './integrity/damage-records.ts';
import type { Hashes } from './integrity/hashes.ts';
import { createClosedAccounts } from './jobs/closed-accounts.ts';
import { createHandOverJob } from './jobs/hand-over-job.ts';
import { createJanitor } from './jobs/janitor.ts';
import type { JobWatch } from './jobs/job-watch.ts';
import { createNearlyFull } from './jobs/nearly-full.ts';
import { createOrphans } from './jobs/orphans.ts';
import { createScrub } from './jobs/scrub.ts';
import { createThumbnailJob } from './jobs/thumbnails.ts';
import { createUnpackingJob } from './jobs/unpacking-job.ts';
import { hasMediaDecoder } from './previews/media-decoder.ts';
import type { ThumbnailMaker } from './previews/process/thumbnail-maker.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { watchCalls } from './telemetry/watch-calls.ts';
import type { Report } from './workers/restarts.ts';

type Deps = {
  db: Database;
  blobs: BlobStore;
  thumbnails: BlobStore;
  drive: Awaited<ReturnType<typeof createDrive>>;
  uploads: Uploads;
  accounts: Awaited<ReturnType<typeof createAccounts>>;
  settings: Pick<ReturnType<typeof createServerSettings>, 'defaultQuota'>;
  damage: ReturnType<typeof createDamage>;
  hashes: Hashes;
  maker: Pick<ThumbnailMaker, 'read'>;
  mayRemoveBytes: ReturnType<typeof createMayRemoveBytes>;
  leases: Leases;
  jobWatch: JobWatch;
  onAccessEnd: (account: string) => void;
  isStopping: () => boolean;
  /** A time for what cannot be undone (clock.ts); undefined while there is none. */
  settled: () => number | undefined;
  observe: Telemetry['observe'];
  log: Logger;
  report: Report;
  now: () => number;
};

/** What runs by itself, beside the requests. */
export async function createJobs(deps: Deps) {
  const { db, blobs, thumbnails, drive, uploads, accounts, settings, damage, hashes, maker, mayRemoveBytes } = deps;
  const { leases, jobWatch, onAccessEnd, isStopping, settled, observe, log, report, now } = deps;
  const { transactions } = drive;
  const { purge } = drive.ofScope;
  const scrub = createScrub({
    db,
    blobs,
    transactions,
    damage,
    leases: jobWatch.watchLeases('scrub', leases),
    now,
    report,
  });
  const thumbnailJob = createThumbnailJob({
    db,
    blobs,
    thumbnails,
    transactions,
    damage,
    leases: jobWatch.watchLeases('thumbnails', leases),
    readFile: maker.read,
    report,
  });
  const unpackingJob = createUnpackingJob({
    unpack: drive.unpack,
    leases: jobWatch.watchLeases('unpacking', leases),
    report,
  });
  if (hasMediaDecoder()) await thumbnailJob.wantUndecoded();
  else
    log.info(
      'This machine has no ffmpeg (Debian has a package of that name): without a cover, sounds get no thumbnail, and films only what a browser sends',
    );
  const janitor = createJanitor({
    ...accounts,
    ...drive,
    ...drive.ofScope,
    db,
    uploads,
    orphans: createOrphans({ db, blobs, thumbnails, mayRemoveBytes, settled }),
    hashes,
    now,
    settled,
    report,
  });

  return {
    janitor: watchCalls(janitor, { name: 'janitor', calls: ['tidyUploads', 'collectGarbage'], observe }),
    thumbnailJob,
    unpackingJob,
    scrub,
    fillIndex: drive.fillIndex,
    tellNearlyFull: createNearlyFull({ db, defaultQuota: settings.defaultQuota, events: accounts.events, now }),
    deleteClosed: createClosedAccounts({
      db,
      purge,
      uploads,
      handOver: createHandOverJob({
        handOvers: accounts.handOvers,
        handOver: drive.handOver,
        isStopping,
        now,
        onDone: (about) => log.info(about, 'The files of a closed account were handed over'),
        report,
      }),
      onAccessEnd,
      settled,
      onDeleted: (account) => log.info({ account }, 'A closed account was deleted, with all that was in it'),
      report,
    }),
    /** Ends those that are at work, between two steps. */
    async close(): Promise<void> {
      await Promise.all([thumbnailJob.close(), unpackingJob.close(), scrub.close()]);
    },
  };
}
