import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { atEndOfFile } from '../fixtures/file-end.ts';

/**
 * Makes an empty database where this project's servers use PostgreSQL, and drops it at the end of the test file.
 * Returns its URL, or undefined where they use SQLite, which needs none.
 */
export async function freshDatabase(): Promise<string | undefined> {
  if (inject('database') !== 'postgres') return undefined;
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  atEndOfFile(() => administer(`drop database ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
