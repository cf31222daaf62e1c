import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { TestServer } from '../server/start-server.ts';

/** Runs one statement on the database of a server and returns its rows, with numbers as numbers. */
export async function query(
  server: Pick<TestServer, 'dataFolder' | 'databaseUrl'>,
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (server.databaseUrl === undefined || server.databaseUrl === '') {
    const connection = new SqliteDatabase(join(server.dataFolder, 'keepsake.db'));
    try {
      const prepared = connection.prepare<[], Record<string, unknown>>(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    } finally {
      connection.close();
    }
  }
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
