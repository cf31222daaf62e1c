import type { Kysely } from 'kysely';
import type { BackupRun, BackupState } from '#contract/records/backup-runs.ts';
import type { BackupRunRow } from '#server/database/tables/installation-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { firstRunAt, lastRun, stepKinds, takenStates } from './backup-runs.ts';

type Deps = { db: Kysely<Tables>; settings: { folder: string; at: string }; now: () => number };

/** Longer ago than this, the last backup is overdue. */
const overdueMs = 2 * 24 * 60 * 60 * 1000;
const maxShownRuns = 30;

/** What the server's page, its metrics and the doctor say about backups: when there was one, and what was found. */
export async function lastBackups({ db, settings, now }: Deps): Promise<BackupState> {
  const runs = await db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '<>', 'overdue')
    .orderBy('begun_at', 'desc')
    .limit(maxShownRuns)
    .execute();
  const firstAt = await firstRunAt(db);
  const [backup, verification, trialRestore, ...ended] = await Promise.all([
    lastRun({ db, now }, 'backup', takenStates),
    lastRun({ db, now }, 'verification', ['done']),
    lastRun({ db, now }, 'trial-restore', ['done']),
    ...stepKinds.map((kind) => lastRun({ db, now }, kind, ['done', 'damaged', 'failed'])),
  ]);
  return {
    ...settings,
    state: stateOf(),
    backup: shown(backup),
    verification: shown(verification),
    trialRestore: shown(trialRestore),
    runs: runs.map(record),
  };

  function stateOf(): BackupState['state'] {
    if (isOverdue({ lastAt: backup?.ended_at ?? undefined, firstAt, now: now() })) return 'overdue';
    if (ended.some((run) => run !== undefined && run.state !== 'done')) return 'trouble';
    return backup === undefined ? 'new' : 'good';
  }
}

/** Whether no backup succeeded for two days, although backups are taken since then. Times in milliseconds. */
export function isOverdue(times: { lastAt: number | undefined; firstAt: number | undefined; now: number }): boolean {
  const since = times.lastAt ?? times.firstAt;
  return since !== undefined && times.now - since > overdueMs;
}

function shown(run: BackupRunRow | undefined): BackupRun | null {
  return run === undefined ? null : record(run);
}

function record({ kind, day, state, begun_at, ended_at, files, bytes, error }: BackupRunRow): BackupRun {
  if (kind === 'overdue') throw new Error('What was told is no step');
  return { kind, day, state, begunAt: begun_at, endedAt: ended_at, files, bytes, error };
}
