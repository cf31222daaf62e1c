import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/**
 * What somebody is called, in a statement that joins `profiles` to the user `u`: the name that they chose, else the one with which
 * they came in; null for somebody who only gave an address, which is what a plain sign-up gives as the name.
 */
export const personName = sql<string | null>`
  case when profiles.account is not null then profiles.name when u.name like '%@%' then null else u.name end
`;

/** The name of the person with an account, or else their address; null for nobody. */
export async function nameOf(db: Kysely<Tables>, account: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(${personName}, u.email) as name from "user" u
    left join profiles on profiles.account = u.id where u.id = ${account}
  `.execute(db);
  return rows[0]?.name ?? null;
}
