import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { TestServer } from '../server/start-server.ts';
import { connectionsTo } from './connections.ts';

type Row = Record<string, unknown>;

type Queried = Pick<TestServer, 'dataFolder' | 'databaseUrl'>;

/** Runs statements on the database of a server and returns the rows of the last one, with numbers as numbers. */
export async function query(server: Queried, ...statements: string[]): Promise<Row[]> {
  return (await queryEach(server, statements)).at(-1) ?? [];
}

/** The same with the rows of each. To open a database costs more than most statements. */
export async function queryEach(server: Queried, statements: readonly string[]): Promise<Row[][]> {
  return server.databaseUrl === undefined || server.databaseUrl === ''
    ? querySqlite(join(server.dataFolder, 'keepsake.db'), statements)
    : await queryPostgres(server.databaseUrl, statements);
}

function querySqlite(file: string, statements: readonly string[]): Row[][] {
  const connection = new SqliteDatabase(file);
  try {
    return connection.transaction(() => statements.map((statement) => runSqlite(connection, statement)))();
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

async function queryPostgres(url: string, statements: readonly string[]): Promise<Row[][]> {
  const client = await connectionsTo(url).connect();
  let error: Error | undefined;
  try {
    const all: Row[][] = [];
    for (const statement of statements) all.push((await client.query<Row>(statement)).rows);
    return all;
  } catch (thrown) {
    error = thrown as Error;
    throw thrown;
  } finally {
    // With an error it is closed: it may be in a transaction, or dead.
    client.release(error);
  }
}
