import SqliteDatabase from 'better-sqlite3';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import * as firstTables from './migrations/001-first-tables.ts';
import * as previews from './migrations/002-previews.ts';
import * as objectsAndAccess from './migrations/003-objects-and-access.ts';
import type { Tables } from './tables.ts';

/** The url of a PostgreSQL database, or the file of an SQLite one when there is none. */
export type DatabaseSettings = { url: string | undefined; file: string };

export type Database = Kysely<Tables>;

/** An open database with all migrations applied. */
export type OpenDatabase = {
  db: Database;
  /** What the authentication service needs to keep its own tables in the same place. */
  forAuth: { db: Database; type: 'sqlite' | 'postgres' };
  close(): Promise<void>;
};

const poolSize = 10;
const busyTimeoutMs = 5000;
const connectTimeoutMs = 5000;
/** A wait for a lock of another process ends after this time with an error (PostgreSQL). */
const statementTimeoutMs = 30_000;

const migrations = {
  '001-first-tables': firstTables,
  '002-previews': previews,
  '003-objects-and-access': objectsAndAccess,
};

/** Opens the database and brings it up to date. Throws when it cannot be reached or a migration fails. */
export async function openDatabase({ url, file }: DatabaseSettings): Promise<OpenDatabase> {
  const db = new Kysely<Tables>({ dialect: url === undefined ? onDisk(file) : onServer(url) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, forAuth: { db, type: url === undefined ? 'sqlite' : 'postgres' }, close: () => db.destroy() };
}

/** One connection: inside a transaction only the transaction's handle may be used. */
function onDisk(file: string): Dialect {
  const connection = new SqliteDatabase(file);
  connection.pragma('journal_mode = WAL');
  // A commit is on the disk before it is acknowledged, also through a power cut.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  const dialect = new SqliteDialect({ database: connection });
  // A migration is one transaction here too: a kill in the middle of one leaves nothing of it.
  const adapter = Object.defineProperty(dialect.createAdapter(), 'supportsTransactionalDdl', { value: true });
  return Object.assign(dialect, { createAdapter: () => adapter });
}

function onServer(url: string): PostgresDialect {
  // Sizes and times are below 2^53, so 64-bit integers are safe as numbers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    options: '-c synchronous_commit=on',
  });
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
