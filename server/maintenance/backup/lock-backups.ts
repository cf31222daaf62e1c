import { exitCodes } from '#contract/command-line.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { backupPaths } from './backup-folder.ts';

/** Keeps other commands from changing a backup folder until the returned function is called. Throws OperatorError. */
export function lockBackups(root: string): () => void {
  try {
    return lockFile(backupPaths(root).lock);
  } catch (error) {
    if (error instanceof LockHeld) throw new OperatorError(`Another backup to ${root} is running.`, exitCodes.inUse);
    throw error;
  }
}
