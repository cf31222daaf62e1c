import type { Kysely } from 'kysely';

/** A large blob has sums of its pieces and the SHA-256 of the whole; that of each block is no longer computed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blob_sums').dropColumn('sha256s').execute();
}
