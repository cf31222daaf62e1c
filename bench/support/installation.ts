import { startPostgres } from '#tests/support/engines/postgres-server.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import type { DatabaseOf } from './seed-files.ts';
import { type KeepsakeOptions, newFolder, type ServerProcess, startKeepsake } from './server-process.ts';

export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof databases)[number];

/** An installation with its database, a PostgreSQL with default settings or SQLite. */
export type Installation = {
  database: DatabaseOf;
  /** Starts its server. */
  start: (options?: Pick<KeepsakeOptions, 'asWritten' | 'watch' | 'settings'>) => Promise<ServerProcess>;
  /** Its servers are stopped already. */
  remove(): Promise<void>;
};

/** Creates an installation on one of the databases. */
export async function createInstallation(name: DatabaseName): Promise<Installation> {
  if (name === 'postgres') await providePrograms('postgres');
  const folder = await newFolder();
  const postgres = name === 'postgres' ? await startPostgres() : undefined;
  const dataFolder = `${folder.path}/data`;
  const settings: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
  return {
    database: { dataFolder, databaseUrl: postgres?.url },
    start: (options) => startKeepsake(dataFolder, { ...options, settings: { ...settings, ...options?.settings } }),
    async remove() {
      await postgres?.close();
      await folder.remove();
    },
  };
}
