import type SqliteDatabase from 'better-sqlite3';

/** Statements that stay prepared, about 10 KiB each. */
const maxStatements = 300;

/** Prepares each statement once, since that costs more than running a small one. The least recently used is evicted. */
export function cacheStatements(connection: SqliteDatabase.Database) {
  const cached = new Map<string, SqliteDatabase.Statement>();
  return {
    prepare(sql: string): SqliteDatabase.Statement {
      const statement = cached.get(sql) ?? connection.prepare(sql);
      cached.delete(sql);
      cached.set(sql, statement);
      const [oldest] = cached.keys();
      if (cached.size > maxStatements && oldest !== undefined) cached.delete(oldest);
      return statement;
    },
  };
}
