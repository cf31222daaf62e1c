import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { SqliteAdapter, SqliteDialect, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Report } from '#server/workers/restarts.ts';
import type { Engine } from '../driver/split-driver.ts';
import { sqliteWriter } from './shared-commits.ts';
import { sqliteReader } from './sqlite-reader.ts';
import { sqliteSearcher } from './sqlite-searcher.ts';

/**
 * Writes `+?` for a parameter, which is the same value. SQLite compares a bare `?` with the conditions of partial indexes, and
 * plans the statement anew whenever another value is bound (`exprCompareVariable`), at several times the cost of running it.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** SQLite in a file, with a connection for each use: reads continue while a transaction runs or waits for the disk. */
export function sqliteEngine(file: string, waitMs: number, report?: Report): Engine {
  const writing = sqliteWriter(file, waitMs, report);
  const reading = sqliteReader(file, waitMs);
  const adapter = Object.defineProperties(new SqliteAdapter(), {
    // A migration is one transaction here too: a kill in the middle of one leaves nothing of it.
    supportsTransactionalDdl: { value: true },
    // The driver itself serializes writes.
    supportsMultipleConnections: { value: true },
  });
  return {
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => new StablePlanCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    reading,
    writing,
    searching: sqliteSearcher(file, waitMs, report),
    writersAtOnce: 1,
  };
}

/**
 * For a program that only reads and leaves nothing behind. A write-ahead log beside the file belongs to a server that runs or
 * was killed: a read-only connection leaves it alone. Where there is none, such a connection would leave an empty one
 * behind, so the file is opened as usual and `query_only` protects it.
 */
export function readOnlySqlite(file: string): SqliteDialect {
  const connection = new SqliteDatabase(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true });
  connection.pragma('query_only = ON');
  return new SqliteDialect({ database: connection });
}
