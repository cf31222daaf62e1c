import { printable } from '#contract/names/printable.ts';
import type { BackupRun, BackupState } from '#contract/records/backup-runs.ts';
import { checkBackupFolder } from '#server/backups/check-backup-folder.ts';
import { lastBackups } from '#server/backups/last-backups.ts';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { withInstallation } from './own-installation.ts';

/** With why the folder cannot be used; undefined where it can. */
type FoundBackups = BackupState & { folderProblem?: string };

/**
 * How the backups are that the server takes by itself, and whether their folder is there; undefined where it takes none.
 * Throws OperatorError.
 */
export async function backupsState(now: () => number): Promise<FoundBackups | undefined> {
  const { backups: settings, dataFolder } = readConfig();
  if (settings === undefined) return undefined;
  const told = await withInstallation({ now }, async ({ database }) =>
    database.schema.state === 'current' ? await lastBackups({ db: database.db, settings, now }) : undefined,
  );
  if (told === undefined) return undefined;
  // The runs are those of the database: it may have come here from another machine, without the backups.
  const folderProblem = await problemOf(settings.folder, dataFolder, told.backup !== null);
  if (folderProblem === undefined) return told;
  return { ...told, state: told.state === 'overdue' ? 'overdue' : 'trouble', folderProblem };
}

async function problemOf(...folder: Parameters<typeof checkBackupFolder>): Promise<string | undefined> {
  return await checkBackupFolder(...folder).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ConfigError) return error.message;
      throw error;
    },
  );
}

/** For people to read. */
export function describeBackups(backups: FoundBackups): string[] {
  const { state, folder, backup, verification, trialRestore, runs, folderProblem } = backups;
  const trouble = runs.find((run) => run.state === 'failed' || run.state === 'damaged');
  return [
    printable(
      `Backups in ${folder}: the last good one ${at(backup)}, verified ${at(verification)}, trial restore ${at(trialRestore)}.`,
    ),
    ...(folderProblem === undefined ? [] : [printable(folderProblem)]),
    ...(state === 'overdue' ? ['No backup succeeded for two days.'] : []),
    ...(state === 'good' || folderProblem !== undefined || !trouble
      ? []
      : [printable(`The ${trouble.kind} of ${trouble.day}: ${trouble.error ?? ''}`)]),
  ];
}

function at(run: BackupRun | null): string {
  return run === null ? 'never' : new Date(run.endedAt ?? run.begunAt).toISOString();
}
