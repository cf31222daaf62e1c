import { databaseProblem } from '#server/database/problems.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';

/** What a failed command says. A bug of ours says where it is. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  if (databaseProblem(error) === 'unreachable') return `The database cannot be reached: ${error.message}.`;
  return sentenceOfSystem(error) ?? ('code' in error ? error.message : (error.stack ?? error.message));
}

/** What the operating system refused. */
function sentenceOfSystem({ code, path }: NodeJS.ErrnoException): string | undefined {
  const where = path ?? 'The folder';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk that this writes to is full: make room and run the same command again; what is there already is not copied again.';
    case 'EEXIST':
    case 'ENOTDIR':
      return `${where} is no folder: name one.`;
    case 'EACCES':
    case 'EPERM':
      return `${where} may not be used by this user: run the command as the user of the server, or change who may.`;
    case 'EROFS':
      return `${where} lies on a disk that takes no writes: name another one.`;
    default:
      return undefined;
  }
}
