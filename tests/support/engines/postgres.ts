import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';
import { makeTables } from './tables.ts';

const withTables = 'with_tables';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which database the servers of this project use. */
    database: 'sqlite' | 'postgres';
    /** The maintenance database of the project's PostgreSQL. */
    postgresUrl: string;
    /** One of its databases, with all tables and nothing in them. */
    tablesUrl: string;
  }
}

/** Vitest calls this once before the project's tests, and what it returns once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startPostgres({ syncs: false });
  project.provide('postgresUrl', url);
  project.provide('tablesUrl', await addTables(url));
  return close;
}

async function addTables(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${withTables}`).finally(() => client.end());
  const own = new URL(url);
  own.pathname = withTables;
  await makeTables(own.href);
  return own.href;
}
