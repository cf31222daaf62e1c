import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

const rowsAtOnce = 500;

/** Hashes the tokens of sessions; app passwords get an expiry and a scope; what happened with an account is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await hashSessionTokens(db);

  await db.schema.alterTable('app_passwords').addColumn('expires_at', 'bigint').execute();
  await db.schema
    .alterTable('app_passwords')
    .addColumn('access', 'text', (c) => c.notNull().defaultTo('write'))
    .execute();
  await db.schema
    .alterTable('app_passwords')
    .addColumn('entry_id', 'text', (c) => c.references('entries.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('app_passwords_entry').on('app_passwords').column('entry_id').execute();

  await db.schema
    .alterTable('download_tokens')
    .addColumn('app_password_id', 'text', (c) => c.references('app_passwords.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('download_tokens_app_password').on('download_tokens').column('app_password_id').execute();
  await db.schema.createIndex('download_tokens_account').on('download_tokens').column('account').execute();

  await db.schema
    .createTable('account_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('subject', 'text')
    .execute();
  await db.schema.createIndex('account_events_account').on('account_events').columns(['account', 'id']).execute();
  await db.schema.createIndex('account_events_at').on('account_events').column('at').execute();
}

/**
 * Replaces the token of each session by its SHA-256, as the server looks for it from now on: the cookies stay valid. The
 * table belongs to the authentication service, which creates it after the migrations of a new database.
 */
async function hashSessionTokens(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'session')) return;
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; token: string }>`
      select id, token from session where id > ${last} order by id limit ${rowsAtOnce}
    `.execute(db);
    for (const { id, token } of rows) {
      const hash = createHash('sha256').update(token).digest('hex');
      await sql`update session set token = ${hash} where id = ${id}`.execute(db);
    }
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    last = lastRow.id;
  }
}
