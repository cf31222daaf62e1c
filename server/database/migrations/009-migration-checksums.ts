import type { Kysely } from 'kysely';

/** Beside the name of each migration that was applied, the checksum of what it did (server/database/migration-checksums.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('kysely_migration').addColumn('checksum', 'text').execute();
}
