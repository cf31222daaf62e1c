import type { BackupRunRow } from '#server/database/tables/installation-rows.ts';

type About = { kind: BackupRunRow['kind']; error: string; folder: string; lastAt: number | undefined };

const subjects: Record<BackupRunRow['kind'], string> = {
  backup: 'Keepsake could not back up everything',
  verification: 'Keepsake found something wrong in the backups',
  thinning: 'Keepsake could not remove old backups',
  'trial-restore': 'Keepsake could not restore from the backup',
  overdue: 'Keepsake has had no backup for two days',
};

const whatToDo: Record<BackupRunRow['kind'], string> = {
  backup:
    'The files that people store are as they were. The server tries again by itself; what is copied already is not copied again. If the disk of the backups is full, remove the folders of old ones from snapshots/ there and run `npx keepsake thin-backups` on the folder.',
  verification:
    'The files that people store are as they were. As long as something is wrong, no old backup is removed.',
  thinning: 'The backups are as they were, and take more room than they need. The server tries again by itself.',
  'trial-restore':
    'The server restored a sample into a folder of its own to see whether it can, and removed it again. The files that people store are as they were.',
  overdue: 'The files that people store are as they were. Look whether the disk of the backups is there and has room.',
};

/** The mail to who runs the server. */
export function mailAboutBackups({ kind, error, folder, lastAt }: About): { subject: string; text: string } {
  const last =
    lastAt === undefined
      ? 'There is no good backup yet.'
      : `The last good backup is of ${new Date(lastAt).toISOString()}.`;
  return {
    subject: subjects[kind],
    text: [
      error,
      '',
      whatToDo[kind],
      '',
      last,
      `The folder of the backups: ${folder}`,
      '',
      'On the server, `npx keepsake doctor` says how the backups are.',
    ].join('\n'),
  };
}
