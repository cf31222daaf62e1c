import type { Kysely } from 'kysely';

/** What was done a short while ago, with what is needed to take it back. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('operations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull().references('accounts.user_id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('steps', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('operations_by_account').on('operations').column('account').execute();
  await db.schema.createIndex('operations_by_age').on('operations').column('at').execute();
}
