/** Why the database did not run a statement, whatever engine runs. A violated constraint: unique-constraints.ts. */
export type DatabaseProblem =
  /** There is no space left for the write. */
  | 'full'
  /** Others held a lock for too long. */
  | 'locked'
  /** There is no connection, or it broke. */
  | 'unreachable'
  /** The disk takes no writes. */
  | 'read-only'
  /** The installation was migrated: triggers (writing.ts) reject every write. */
  | 'migrated'
  /** The disk failed. */
  | 'failing'
  /** It is no database that can be used, or the credentials are wrong. */
  | 'unusable';

const byCode: Record<string, DatabaseProblem> = {
  SQLITE_FULL: 'full',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_IOERR: 'failing',
  SQLITE_READONLY: 'read-only',
  // The only triggers are those of writing.ts.
  SQLITE_CONSTRAINT_TRIGGER: 'migrated',
  SQLITE_NOTADB: 'unusable',
  SQLITE_CORRUPT: 'unusable',
  SQLITE_CANTOPEN: 'unusable',
  // PostgreSQL, appendix A: error codes.
  '25006': 'read-only',
  '25P03': 'unreachable',
  '28P01': 'unusable',
  '28000': 'unusable',
  '3D000': 'unusable',
  '40P01': 'locked',
  '53100': 'full',
  '53300': 'unreachable',
  '55P03': 'locked',
  '57014': 'locked',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '58030': 'failing',
  '08000': 'unreachable',
  '08003': 'unreachable',
  '08006': 'unreachable',
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EPIPE: 'unreachable',
  // The thread that writes has ended.
  ERR_WORKER_UNAVAILABLE: 'unreachable',
};

/** The client library (node-postgres) gives these errors no code. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** What the triggers say, also those of earlier versions; PostgreSQL gives them the code of a database that is read-only. */
const migratedAway = /^This installation was (migrated|moved)/;

/** Names the problem behind an error of a statement, or undefined when it is none of the known ones. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (lostConnection.test(error.message)) return 'unreachable';
  if (code === '25006' && migratedAway.test(error.message)) return 'migrated';
  // SQLite adds details to some of its codes: SQLITE_IOERR_FSYNC, SQLITE_READONLY_DBMOVED.
  return byCode[code] ?? byCode[code.split('_').slice(0, 2).join('_')];
}
