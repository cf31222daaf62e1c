import { admin } from './commands/admin.ts';
import { backup } from './commands/backup.ts';
import { doctor } from './commands/doctor.ts';
import { exportFiles } from './commands/export.ts';
import { migrate } from './commands/migrate.ts';
import { people } from './commands/people.ts';
import { restore } from './commands/restore.ts';
import { searchIndex } from './commands/search-index.ts';
import { thinBackups } from './commands/thin-backups.ts';
import { tryRestore } from './commands/try-restore.ts';
import { verifyBackup } from './commands/verify-backup.ts';
import type { Command } from './shared/define-command.ts';

/** All commands of the operator, as the help lists them. client/cli/keepsake.mjs knows them by the files in commands/. */
export const commands: Command[] = [
  doctor,
  backup,
  verifyBackup,
  thinBackups,
  tryRestore,
  restore,
  exportFiles,
  migrate,
  searchIndex,
  admin,
  people,
];
