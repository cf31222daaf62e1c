import { SchemaError } from '#server/database/migrate.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { shortageSentence } from '#server/errors/system-error.ts';

/** What to change before the next start, a sentence for each setting; anything else is a bug and shows where it is. */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message;
  const problem = databaseProblem(error);
  if (problem === 'unreachable')
    return `The database cannot be reached (${error.message}): start it, or correct DATABASE_URL.`;
  if (problem === 'locked') return 'Another program holds the database: end it, then start again.';
  if (problem === 'read-only' || problem === 'failing') {
    return `The database cannot be written (${error.message}): make its disk writable, then start again.`;
  }
  if (problem === 'full') return 'The disk is full: free some space, then start again.';
  if (problem === 'unusable') {
    return `The database cannot be used (${error.message}): correct DATABASE_URL, or restore keepsake.db from a backup.`;
  }
  const shortage = shortageSentence(error);
  return shortage === undefined ? (error.stack ?? error.message) : `${shortage} Then start again.`;
}
