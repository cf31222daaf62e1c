import { printable } from '#contract/names/printable.ts';
import type { BackupRun, BackupState } from '#contract/records/backup-runs.ts';
import { lastBackups } from '#server/backups/last-backups.ts';
import { readConfig } from '#server/config/config.ts';
import { withInstallation } from './own-installation.ts';

/** How the backups are that the server takes by itself; undefined where it takes none. Throws OperatorError. */
export async function backupsState(now: () => number): Promise<BackupState | undefined> {
  const settings = readConfig().backups;
  if (settings === undefined) return undefined;
  return await withInstallation({ now }, async ({ database }) =>
    database.schema.state === 'current' ? await lastBackups({ db: database.db, settings, now }) : undefined,
  );
}

/** For people to read. */
export function describeBackups({ state, folder, backup, verification, trialRestore, runs }: BackupState): string[] {
  const trouble = runs.find((run) => run.state === 'failed' || run.state === 'damaged');
  return [
    printable(
      `Backups in ${folder}: the last good one ${at(backup)}, verified ${at(verification)}, trial restore ${at(trialRestore)}.`,
    ),
    ...(state === 'overdue' ? ['No backup succeeded for two days.'] : []),
    ...(state === 'good' || !trouble
      ? []
      : [printable(`The ${trouble.kind} of ${trouble.day}: ${trouble.error ?? ''}`)]),
  ];
}

function at(run: BackupRun | null): string {
  return run === null ? 'never' : new Date(run.endedAt ?? run.begunAt).toISOString();
}
