import { type Kysely, sql } from 'kysely';

/** Which versions stay, and what a file had with each. The index finds the files that have earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('version_rule', 'text', (c) => c.notNull().defaultTo('all'))
    .execute();
  await db.schema.alterTable('versions').addColumn('file_modified_at', 'bigint').execute();
  await sql`create index versions_later on versions (entry_id) where generation > 1`.execute(db);
}
