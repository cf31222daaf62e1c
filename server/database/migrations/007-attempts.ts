import type { Kysely } from 'kysely';

/**
 * Attempts are stored with the end of their window, so that each key may have a window of its own length. The counts so far
 * are dropped. The authentication service no longer counts calls in a table of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('attempts').execute();
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('attempts_by_end').on('attempts').column('ends_at').execute();
  await db.schema.dropTable('rateLimit').ifExists().execute();
}
