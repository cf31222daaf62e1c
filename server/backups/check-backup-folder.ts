import { constants } from 'node:fs';
import { access, readdir, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { ConfigError } from '#server/errors/config-error.ts';

/** The file that every folder of backups has (server/maintenance/backup/backup-folder.ts). */
export const backupMarker = 'keepsake-backup';
/** What may be in a folder that no backup has marked yet: its marker that was being written, too. */
const unmarked = ['lost+found', `${backupMarker}.new`];

/**
 * Throws ConfigError when no backups can be put into the folder. It has to exist, and to be one of backups once there are
 * some: what the server made itself would be on the wrong disk whenever the right one is not mounted. Changes nothing.
 */
export async function checkBackupFolder(folder: string, dataFolder: string, hasBackups = false): Promise<void> {
  const found = await lookInto(folder);
  const [place, data] = [await realpath(folder), await realpath(dataFolder).catch(() => dataFolder)];
  if (isInside(place, data))
    throw new ConfigError(`BACKUP_FOLDER is "${folder}", which is in the data folder: set it to a folder outside.`);
  if (isInside(data, place))
    throw new ConfigError(`BACKUP_FOLDER is "${folder}", which holds the data folder: set it to a folder of its own.`);
  if (found.includes(backupMarker)) return;
  if (found.some(isOthers))
    throw new ConfigError(
      `BACKUP_FOLDER is "${folder}", which contains other files: set it to an empty folder or one of Keepsake backups.`,
    );
  if (hasBackups)
    throw new ConfigError(
      `BACKUP_FOLDER is "${folder}", which has none of the backups that were taken: mount the disk that has them. If the folder is a new one, run \`npx keepsake backup ${folder}\` once.`,
    );
}

/** Whether a file of this name in a folder without the marker is somebody else's. */
export function isOthers(name: string): boolean {
  return !unmarked.includes(name);
}

async function lookInto(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    return names;
  } catch (error) {
    throw new ConfigError(`BACKUP_FOLDER is "${folder}", ${problemOf(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
}

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'which does not exist: make the folder, or mount the disk that has it.';
  if (code === 'ENOTDIR') return 'which is not a folder: set it to one.';
  if (code === 'EROFS') return 'which is on a read-only disk: make the disk writable, or set it to another folder.';
  if (code === 'EACCES' || code === 'EPERM')
    return 'which the server may not write: give the folder to the user of the server.';
  return `which cannot be used (${message}): set it to another folder.`;
}

function isInside(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(`${folder}${sep}`);
}
