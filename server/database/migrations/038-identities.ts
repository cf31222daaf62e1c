import type { Kysely } from 'kysely';

/** Log-ins of a provider that open an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('identities_by_subject')
    .unique()
    .on('identities')
    .columns(['issuer', 'subject'])
    .execute();
  await db.schema.createIndex('identities_account').on('identities').columns(['account', 'id']).execute();
}
