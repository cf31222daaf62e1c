import type { Kysely } from 'kysely';

/** Gives the table that notes where an installation was migrated a name that says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('moves').renameTo('installation_migrations').execute();
}
