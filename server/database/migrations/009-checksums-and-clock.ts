import type { Kysely } from 'kysely';

/**
 * Beside the name of each migration that was applied, the checksum of what it did (server/database/migration-checksums.ts);
 * and when a server last ran, by its clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('kysely_migration').addColumn('checksum', 'text').execute();
  await db.schema.alterTable('installation').addColumn('ran_at', 'bigint').execute();
}
