import { BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import { SchemaError } from '#server/database/migrate.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { LockHeld } from '#server/database/sqlite/folder-lock.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';

/** The text of an error for the operator; of an unexpected one with its stack. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSentence = [OperatorError, ConfigError, SchemaError].some((kind) => error instanceof kind);
  if (isSentence) return error.message;
  const problem = databaseProblem(error);
  if (problem === 'unreachable')
    return `The database cannot be reached (${error.message}): start it, or correct DATABASE_URL.`;
  if (problem === 'full') return 'The disk of the database is full: free some space and run the same command again.';
  if (problem === 'locked' || error instanceof LockHeld)
    return 'The database is held by others for too long: run the same command again when they have ended.';
  if (problem === 'migrated')
    return 'This installation was migrated: run the command with the settings of the new place.';
  if (problem === 'unusable')
    return `The database cannot be used (${error.message}): correct DATABASE_URL and KEEPSAKE_DATA, or restore it from a backup.`;
  if (error instanceof BlobStoreUnreachable)
    return 'The S3 server cannot be reached: run the same command again when it can be; what is already copied is not copied again.';
  return systemErrorMessage(error) ?? ('code' in error ? error.message : (error.stack ?? error.message));
}

/** What to change after an error of the operating system. */
function systemErrorMessage({ code, path }: NodeJS.ErrnoException): string | undefined {
  const where = path ?? 'The folder';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The target disk is full: free some space and run the same command again; what is already copied is not copied again.';
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open: raise the limit (`ulimit -n`) and run the same command again.';
    case 'EEXIST':
    case 'ENOTDIR':
      return `${where} is not a folder: name one.`;
    case 'EACCES':
    case 'EPERM':
      return `${where} may not be used by this user: run the command as the user of the server, or change the permissions.`;
    case 'EROFS':
      return `${where} is on a read-only disk: name another one.`;
    default:
      return undefined;
  }
}
