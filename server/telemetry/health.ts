import { setTimeout as pause } from 'node:timers/promises';
import { type Health, type HealthProblem, type HealthWarning, healthOf } from '#contract/health.ts';
import { type BlobStore, BlobStoreFull, BlobStoreUnreachable, BlobStoreUnwritable } from '#server/blobs/blob-store.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { type DatabaseProblem, databaseProblem } from '#server/database/problems.ts';

/** A report is cached for this time, so that frequent checks cost nothing. */
const cacheMs = 1000;
/** A check that takes longer counts as failed; it continues, and no second one starts meanwhile. */
const timeoutMs = 2000;

const codes: Partial<Record<DatabaseProblem, HealthProblem>> = {
  full: 'database-full',
  locked: 'database-locked',
  unreachable: 'database-unreachable',
  'read-only': 'database-read-only',
  migrated: 'migrated',
};

type Deps = { database: Pick<OpenDatabase, 'probe' | 'db'>; blobs: BlobStore; isStopping: () => boolean };

/** Checks whether the server can do its work: it writes durably to the database and the blob store. */
export function createHealth({ database, blobs, isStopping }: Deps) {
  const checks = [
    withTimeout(() => check(database.probe, problemOfDatabase), 'database-locked'),
    withTimeout(() => check(blobs.probe, problemOfBlobs), 'files-unreachable'),
  ];
  let report: Promise<Health> | undefined;
  let reportedAt = 0;

  return async (): Promise<Health> => {
    if (isStopping()) return healthOf(['stopping']);
    if (report === undefined || performance.now() - reportedAt >= cacheMs) {
      report = checkAll();
      // Counted from its end, so that reports never overlap.
      reportedAt = Number.POSITIVE_INFINITY;
      void report.finally(() => {
        reportedAt = performance.now();
      });
    }
    return await report;
  };

  async function checkAll(): Promise<Health> {
    const [found, warned] = await Promise.all([Promise.all(checks.map((run) => run())), warnings()]);
    const problems = found.filter((problem) => problem !== undefined);
    return healthOf(problems, warned, problems.includes('migrated') ? await readPlace() : undefined);
  }

  /** Where the installation is now. */
  async function readPlace(): Promise<string | undefined> {
    const query = database.db.selectFrom('installation_migrations').select('place').where('state', '=', 'gone');
    const found = query.executeTakeFirst().catch(() => undefined);
    return (await Promise.race([found, pause(timeoutMs, undefined, { ref: false })]))?.place;
  }

  /** None when they cannot be read in time: then there is a problem anyway. */
  async function warnings(): Promise<HealthWarning[]> {
    return await Promise.race([readWarnings(), pause(timeoutMs, [], { ref: false })]);
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

/** Does the work, never twice at once, and resolves with `late` when it takes too long. */
function withTimeout(work: () => Promise<HealthProblem | undefined>, late: HealthProblem) {
  let running: Promise<HealthProblem | undefined> | undefined;
  return async (): Promise<HealthProblem | undefined> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return await Promise.race([running, pause(timeoutMs, late, { ref: false })]);
  };
}
