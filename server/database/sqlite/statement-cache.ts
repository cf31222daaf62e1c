import type SqliteDatabase from 'better-sqlite3';

/** Statements that stay prepared, about 10 KiB each. */
const maxKept = 300;

/** Prepares each statement once: that costs more than running a small one. The one used least lately is given up first. */
export function cacheStatements(connection: SqliteDatabase.Database) {
  const kept = new Map<string, SqliteDatabase.Statement>();
  return {
    prepare(sql: string): SqliteDatabase.Statement {
      const statement = kept.get(sql) ?? connection.prepare(sql);
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
  };
}
