import type { Kysely } from 'kysely';

/** How often an account event happened, and an index for the events of a kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account_events')
    .addColumn('times', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('account_events_kind').on('account_events').columns(['account', 'kind', 'id']).execute();
}
