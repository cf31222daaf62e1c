import type { Kysely } from 'kysely';

/** Accounts that wait to be deleted have their turn by their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('hand_overs').dropColumn('tried_at').execute();
}
