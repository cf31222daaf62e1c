import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestServer } from '../server/start-server.ts';

/** Keeps all accounts locked, as another process may, so that nothing can be committed until it is released. */
export async function holdAccounts(server: TestServer): Promise<{ release(): Promise<void> }> {
  if (inject('database') === 'sqlite') {
    const connection = new SqliteDatabase(join(server.dataFolder, 'keepsake.db'));
    connection.exec('begin immediate');
    return {
      async release() {
        connection.exec('rollback');
        connection.close();
      },
    };
  }
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table accounts in share row exclusive mode');
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
