import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

/** An empty database of each kind, for what has to be the same on both. Open until the end of the file. */
export const bothEngines: { engine: string; open(): Promise<OpenDatabase> }[] = [
  { engine: 'SQLite', open: () => openUntilEnd(undefined) },
  { engine: 'PostgreSQL', open: async () => await openUntilEnd(await freshDatabase()) },
];

async function openUntilEnd(url: string | undefined): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-engine-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const database = await openDatabase({ url, file: join(folder, 'keepsake.db') });
  atEndOfFile(database.close);
  return database;
}
