import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestServer } from '../server/start-server.ts';

/** Runs statements whose references nobody checks, as damage does. The indexes are left in place. */
export async function unchecked(server: TestServer, statements: string[]): Promise<void> {
  if (inject('database') === 'sqlite') {
    const connection = new SqliteDatabase(join(server.dataFolder, 'keepsake.db'));
    connection.pragma('foreign_keys = OFF');
    for (const statement of statements) connection.exec(statement);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  // Triggers, which the references are, do not fire for a replica.
  await client.query("set session_replication_role = 'replica'");
  for (const statement of statements) await client.query(statement);
  await client.end();
}
