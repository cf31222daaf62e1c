import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

const maxAdministrators = 100;

/** The addresses of the people who run the server and may log in. */
export async function administratorAddresses(db: Database): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select "user".email as email from people join "user" on "user".id = people.account
    where people.role = 'administrator' and people.state = 'active'
    order by "user".email limit ${sql.lit(maxAdministrators)}
  `.execute(db);
  return rows.map(({ email }) => email);
}
