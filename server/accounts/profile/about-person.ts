import { sql } from 'kysely';
import { maxAppPasswords, maxPasskeys } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';

/** What is known of a person, for them to take with them. Times are RFC 3339. */
export type AboutPerson = {
  about: Record<string, unknown>;
  /** A WebP, and when it was chosen, in milliseconds. */
  picture: { bytes: Buffer; chosen_at: number } | undefined;
};

/** Reads what is known of people beside what they store; no secret is in it, nor a hash of one. */
export function createAboutPerson({ db }: { db: Database }) {
  return async (account: string): Promise<AboutPerson> => {
    const { rows } = await sql<{ email: string; createdAt: string | Date }>`
      select email, "createdAt" from "user" where id = ${account}
    `.execute(db);
    const profile = await db.selectFrom('profiles').select('name').where('account', '=', account).executeTakeFirst();
    const passwords = await db
      .selectFrom('app_passwords')
      .select(['name', 'access', 'created_at', 'last_used_at', 'expires_at'])
      .where('account', '=', account)
      .orderBy('id')
      .limit(maxAppPasswords)
      .execute();
    const passkeys = await db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('account', '=', account)
      .orderBy('id')
      .limit(maxPasskeys)
      .execute();
    const picture = await db
      .selectFrom('profile_pictures')
      .select(['bytes', 'chosen_at'])
      .where('account', '=', account)
      .executeTakeFirst();
    const [user] = rows;
    const about = {
      email: user?.email ?? null,
      name: profile?.name ?? null,
      createdAt: user === undefined ? null : new Date(user.createdAt).toISOString(),
      appPasswords: passwords.map(({ name, access, expires_at, ...row }) => ({
        name,
        access,
        ...timesOf(row),
        expiresAt: time(expires_at),
      })),
      passkeys: passkeys.map(({ name, ...row }) => ({ name, ...timesOf(row) })),
    };
    return { about, picture };
  };
}

function timesOf({ created_at, last_used_at }: { created_at: number; last_used_at: number | null }) {
  return { createdAt: time(created_at), lastUsedAt: time(last_used_at) };
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
