import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { TestServer } from '../server/start-server.ts';
import { connectionsTo } from './connections.ts';

type Row = Record<string, unknown>;

/** Runs statements on the database of a server and returns the rows of the last one, with numbers as numbers. */
export async function query(
  server: Pick<TestServer, 'dataFolder' | 'databaseUrl'>,
  ...statements: string[]
): Promise<Row[]> {
  return server.databaseUrl === undefined || server.databaseUrl === ''
    ? querySqlite(join(server.dataFolder, 'keepsake.db'), statements)
    : await queryPostgres(server.databaseUrl, statements);
}

function querySqlite(file: string, statements: string[]): Row[] {
  const connection = new SqliteDatabase(file);
  try {
    return (
      connection
        .transaction(() => statements.map((statement) => runSqlite(connection, statement)))()
        .at(-1) ?? []
    );
  } finally {
    connection.close();
  }
}

function runSqlite(connection: SqliteDatabase.Database, statement: string): Row[] {
  const prepared = connection.prepare<[], Row>(statement);
  if (prepared.reader) return prepared.all();
  prepared.run();
  return [];
}

async function queryPostgres(url: string, statements: string[]): Promise<Row[]> {
  const client = await connectionsTo(url).connect();
  let error: Error | undefined;
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } catch (thrown) {
    error = thrown as Error;
    throw thrown;
  } finally {
    // With an error it is closed: it may be in a transaction, or dead.
    client.release(error);
  }
}
