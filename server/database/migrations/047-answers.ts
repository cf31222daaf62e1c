import type { Kysely } from 'kysely';

/** What was answered to requests that a client may send again, for a short while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('answers')
    .addColumn('account', 'text', (c) => c.notNull().references('accounts.user_id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answers_pkey', ['account', 'key'])
    .execute();
  await db.schema.createIndex('answers_by_age').on('answers').column('at').execute();
}
