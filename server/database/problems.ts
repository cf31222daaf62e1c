/** What a failed statement means to the rest of the program, whatever engine runs. */
export type DatabaseProblem = 'full' | 'unreachable' | 'name-conflict' | 'unusable';

const byCode: Record<string, DatabaseProblem> = {
  SQLITE_FULL: 'full',
  SQLITE_BUSY: 'unreachable',
  SQLITE_LOCKED: 'unreachable',
  SQLITE_CONSTRAINT_UNIQUE: 'name-conflict',
  // PostgreSQL, appendix A: error codes.
  '23505': 'name-conflict',
  '53100': 'full',
  '53300': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57014': 'unreachable',
  '08000': 'unreachable',
  '08003': 'unreachable',
  '08006': 'unreachable',
  SQLITE_NOTADB: 'unusable',
  SQLITE_CORRUPT: 'unusable',
  SQLITE_CANTOPEN: 'unusable',
  SQLITE_CANTOPEN_ISDIR: 'unusable',
  SQLITE_READONLY: 'unusable',
  '28P01': 'unusable',
  '28000': 'unusable',
  '3D000': 'unusable',
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ECONNRESET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EPIPE: 'unreachable',
};

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Names the problem behind an error of a statement, or undefined when it is none of the known ones. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (lostConnection.test(error.message)) return 'unreachable';
  return byCode[code];
}
