import { type Kysely, sql } from 'kysely';

/** A log-in that waits for its second step knows whether its first one showed who it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('challenges')
    .addColumn('is_confirmed', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
    .execute();
}
