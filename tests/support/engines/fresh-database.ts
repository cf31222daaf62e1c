import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connectionsTo, disconnect } from '../database/connections.ts';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { waitFor } from '../fixtures/wait-for.ts';

/**
 * Makes an empty database where this project's servers use PostgreSQL, and drops it at the end of the test file. What
 * `lasts` goes with PostgreSQL itself. With `like` it is a copy of that one, which nobody uses; with `hasTables` the steps
 * to the tables of today are done.
 * Returns its URL, or undefined where they use SQLite, which needs none.
 */
export async function freshDatabase({
  lasts = false,
  hasTables = false,
  like = hasTables ? inject('tablesUrl') : undefined,
}: {
  lasts?: boolean;
  hasTables?: boolean;
  like?: string | undefined;
} = {}): Promise<string | undefined> {
  if (inject('database') !== 'postgres') return undefined;
  const name = `keepsake_${randomUUID().replaceAll('-', '')}`;
  const template = like === undefined ? '' : ` template ${new URL(like).pathname.slice(1)}`;
  if (like !== undefined) await disconnect(like);
  // A server that was killed may leave its connections for a moment.
  await waitFor(() => administer(`create database ${name}${template}`).then(() => true), { what: 'an own database' });
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  if (!lasts)
    atEndOfFile(async () => {
      await disconnect(url.href);
      await administer(`drop database ${name} with (force)`);
    });
  return url.href;
}

async function administer(statement: string): Promise<void> {
  await connectionsTo(inject('postgresUrl')).query(statement);
}
