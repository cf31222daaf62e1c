import { existsSync } from 'node:fs';
import { exitCodes } from '#contract/command-line.ts';
import { holdFile, LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { backupPaths } from './backup-folder.ts';

/** Keeps other commands from reading or changing a backup folder until the returned function is called. Throws OperatorError. */
export function lockBackups(root: string): () => void {
  return unlessInUse(root, lockFile);
}

/**
 * Keeps other commands from changing a backup folder while the work reads it. Nobody changes a copy that has no lock: it may
 * be on a disk that cannot be written. Throws OperatorError.
 */
export async function whileUnchanged<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  const release = existsSync(backupPaths(root).lock) ? unlessInUse(root, holdFile) : () => {};
  return await work().finally(release);
}

function unlessInUse(root: string, take: (file: string) => () => void): () => void {
  try {
    return take(backupPaths(root).lock);
  } catch (error) {
    if (error instanceof LockHeld)
      throw new OperatorError(
        `The backups in ${root} are in use by another command: wait until it has ended.`,
        exitCodes.inUse,
      );
    throw error;
  }
}
