import type { Kysely } from 'kysely';
import type { ReadDatabase } from '#server/database/read.ts';
import type { InstallationMigrationRow } from '#server/database/tables/installation-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { ConfigError } from '#server/errors/config-error.ts';

const stepOfTable = '005-many-nodes';
/** Before it the table was called `moves`. */
const stepOfName = '006-installation-migrations';

/** What the database notes of a migration, also one of an older version; undefined when it notes none. */
export async function readMigration({ db, schema }: ReadDatabase): Promise<InstallationMigrationRow | undefined> {
  if (!schema.applied.includes(stepOfTable)) return undefined;
  const table = schema.applied.includes(stepOfName) ? 'installation_migrations' : 'moves';
  return await (db as Kysely<Tables & { moves: InstallationMigrationRow }>)
    .selectFrom(table)
    .selectAll()
    .executeTakeFirst();
}

/** Throws ConfigError when only a part of an installation has arrived in this database. */
export async function refuseUnfinishedMigration(database: ReadDatabase): Promise<void> {
  const migration = await readMigration(database);
  if (migration?.state === 'coming')
    throw new ConfigError(
      `The migration from ${migration.place} was not finished: run the same \`keepsake migrate\` again where it was run before.`,
    );
}

/** Throws ConfigError unless this database is where the installation is. */
export async function refuseMigrated(database: ReadDatabase): Promise<void> {
  await refuseUnfinishedMigration(database);
  const migration = await readMigration(database);
  if (migration?.state !== 'gone') return;
  throw new ConfigError(
    `This installation was migrated to ${migration.place} on ${new Date(migration.at).toISOString().slice(0, 10)}: start it there, or run \`keepsake migrate --undo\` to use it from here again, without what was changed there since.`,
  );
}
