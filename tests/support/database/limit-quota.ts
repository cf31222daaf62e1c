import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import type { Person } from '../client/build-account.ts';
import type { SharedServer } from '../server/shared-server.ts';

/** Gives an account room for so many bytes. */
export async function limitQuota(server: SharedServer, { uid }: Person, quotaBytes: number): Promise<void> {
  const statement = `update accounts set quota_bytes = ${quotaBytes} where user_id = '${uid}'`;
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
