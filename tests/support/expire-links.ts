import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestServer } from './start-server.ts';

/** Lets the hour of every reset link be over. */
export async function expireLinks(server: TestServer): Promise<void> {
  const statement = `update verification set "expiresAt" = '2020-01-01T00:00:00.000Z'`;
  if (inject('database') === 'sqlite') {
    const connection = new SqliteDatabase(join(server.dataFolder, 'keepsake.db'));
    connection.exec(statement);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
