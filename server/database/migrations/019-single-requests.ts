import type { Kysely } from 'kysely';

/** Which uploads nobody but their own request may finish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('uploads')
    .addColumn('is_single_request', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
