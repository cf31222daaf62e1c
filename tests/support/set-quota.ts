import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Person } from './build-account.ts';
import type { TestServer } from './start-server.ts';

/** Gives an account that has kept something before a quota in bytes, as an operator does, in the database. */
export async function setQuota(server: TestServer, { uid }: Person, quotaBytes: number): Promise<void> {
  if (server.databaseUrl === undefined) {
    const connection = new SqliteDatabase(join(server.dataFolder, 'keepsake.db'));
    connection.prepare('update accounts set quota_bytes = ? where user_id = ?').run(quotaBytes, uid);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('update accounts set quota_bytes = $1 where user_id = $2', [quotaBytes, uid]);
  await client.end();
}
