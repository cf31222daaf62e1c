import { type Kysely, sql } from 'kysely';

/** What nodes share that keep the bytes elsewhere: notes on blobs, the key of sessions, who does which work, where an installation moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A store that keeps nothing but bytes elsewhere notes here what it knows of each blob.
  await db.schema
    .createTable('blob_states')
    .addColumn('store', 'text', (c) => c.notNull())
    .addColumn('blob_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('blob_states_by_id', ['store', 'blob_id'])
    .execute();

  // Nodes that start at once are one installation, and share the key of the sessions.
  await db.schema.alterTable('installation').addColumn('secret', 'text').execute();
  await sql`create unique index one_installation on installation ((id is not null))`.execute(db);

  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('moves')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('from_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
