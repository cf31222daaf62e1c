import type { Kysely } from 'kysely';

/** The second step of a log-in: secrets of authenticator apps, backup codes, and log-ins that wait for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('two_steps')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('stamp', 'text', (c) => c.notNull())
    .addColumn('code_salt', 'text', (c) => c.notNull())
    .addColumn('on_since', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('backup_codes')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('backup_codes_pkey', ['account', 'code_hash'])
    .execute();
  await db.schema
    .createTable('challenges')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account', 'text')
    .addColumn('password_sum', 'text')
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('challenges_by_end').on('challenges').column('ends_at').execute();
}
