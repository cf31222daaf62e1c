import { type Kysely, sql } from 'kysely';

/** Who somebody is for who runs the server: their role, whether their account may be used, and when it was used last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('state_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint')
    .execute();
  // The table is of the authentication service, which makes it after these steps; a new installation has none yet.
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'user')) return;
  // An upgrade makes nobody an administrator.
  await sql`insert into people (account, role, state, state_at) select id, 'member', 'active', ${Date.now()} from "user"`.execute(
    db,
  );
}
