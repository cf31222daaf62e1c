import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

/** What an account logs in with: its address, and the stored hash of its password, if it has one. */
export type Credentials = { id: string; email: string; passwordHash: string | null };

export async function credentialsOf(db: Database, id: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select u.id, u.email, a.password as "passwordHash" from "user" u
    left join account a on a."userId" = u.id and a."providerId" = 'credential'
    where u.id = ${id}
  `.execute(db);
  return rows[0];
}
