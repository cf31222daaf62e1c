import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { copyTables } from '#tests/support/engines/tables.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

/** An empty database of each kind, for what has to be the same on both. Open until the end of the file. */
export const bothEngines: { engine: string; open(): Promise<OpenDatabase> }[] = [
  { engine: 'SQLite', open: () => openUntilEnd(undefined) },
  { engine: 'PostgreSQL', open: async () => await openUntilEnd(await freshDatabase({ hasTables: true })) },
];

async function openUntilEnd(url: string | undefined): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-engine-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const file = join(folder, 'keepsake.db');
  if (url === undefined) await copyTables(file);
  const database = await openDatabase({ url, file });
  atEndOfFile(database.close);
  return database;
}
