import type { Kysely } from 'kysely';

/** Who gets the files of an account before it is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hand_overs')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text')
    .addColumn('planned_at', 'bigint', (c) => c.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('folder_id', 'text')
    .addColumn('problem', 'text')
    .addColumn('done_at', 'bigint')
    .execute();
  await db.schema.createIndex('hand_overs_recipient').on('hand_overs').column('recipient').execute();
}
