import { setTimeout as pause } from 'node:timers/promises';
import { type Health, type HealthProblem, type HealthWarning, healthOf } from '#contract/health.ts';
import { type BlobStore, BlobStoreFull, BlobStoreUnreachable, BlobStoreUnwritable } from '#server/blobs/blob-store.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { type DatabaseProblem, databaseProblem } from '#server/database/problems.ts';

/** A report is told again for this long, so that asking often costs nothing. */
const freshMs = 1000;
/** A check that takes longer counts as failed; it goes on, and no second one begins beside it. */
const patienceMs = 2000;

const codes: Partial<Record<DatabaseProblem, HealthProblem>> = {
  full: 'database-full',
  locked: 'database-locked',
  unreachable: 'database-unreachable',
  'read-only': 'database-read-only',
};

type Deps = { database: Pick<OpenDatabase, 'probe' | 'db'>; blobs: BlobStore; isStopping: () => boolean };

/** Finds out whether the server can do its work: it writes, durably, where accounts and files are kept. */
export function createHealth({ database, blobs, isStopping }: Deps) {
  const checks = [
    patient(() => check(database.probe, problemOfDatabase), 'database-locked'),
    patient(() => check(blobs.probe, problemOfBlobs), 'files-unreachable'),
  ];
  let report: Promise<Health> | undefined;
  let reportedAt = 0;

  return async (): Promise<Health> => {
    if (isStopping()) return healthOf(['stopping']);
    if (report === undefined || performance.now() - reportedAt >= freshMs) {
      report = look();
      // Counted from its end, so that reports never overlap.
      reportedAt = Number.POSITIVE_INFINITY;
      void report.finally(() => {
        reportedAt = performance.now();
      });
    }
    return await report;
  };

  async function look(): Promise<Health> {
    const [found, warned] = await Promise.all([Promise.all(checks.map((run) => run())), warnings()]);
    const problems = found.filter((problem) => problem !== undefined);
    return healthOf(problems, warned);
  }

  /** None when they cannot be read now: then there is a problem. */
  async function warnings(): Promise<HealthWarning[]> {
    return await Promise.race([readWarnings(), pause(patienceMs, [], { ref: false })]);
  }

  async function readWarnings(): Promise<HealthWarning[]> {
    const damaged = database.db.selectFrom('blobs').select('id').where('damaged_at', 'is not', null).limit(1);
    const found = await damaged.executeTakeFirst().catch(() => undefined);
    return found === undefined ? [] : ['files-damaged'];
  }
}

async function check(
  work: () => Promise<void>,
  problemOf: (error: unknown) => HealthProblem,
): Promise<HealthProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

function problemOfDatabase(error: unknown): HealthProblem {
  const problem = databaseProblem(error);
  return (problem && codes[problem]) ?? 'database-failing';
}

function problemOfBlobs(error: unknown): HealthProblem {
  if (error instanceof BlobStoreFull) return 'disk-full';
  if (error instanceof BlobStoreUnreachable) return 'files-unreachable';
  return error instanceof BlobStoreUnwritable && error.isReadOnly ? 'disk-read-only' : 'disk-failing';
}

/** Does the work, never twice at once, and answers `late` when it takes too long. */
function patient(work: () => Promise<HealthProblem | undefined>, late: HealthProblem) {
  let running: Promise<HealthProblem | undefined> | undefined;
  return async (): Promise<HealthProblem | undefined> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return await Promise.race([running, pause(patienceMs, late, { ref: false })]);
  };
}
