import { type Kysely, sql } from 'kysely';

/** A name is listed before those that begin with it: a dot in the key of a name stands before every other character. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update entries set sort_name = replace(sort_name, '.', ${'\u001f'}) where sort_name like '%.%'`.execute(db);
}
