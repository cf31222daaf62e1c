import { v7 as uuidv7 } from 'uuid';
import type { AppPassword } from '#contract/access.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Principal } from './principal.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** Makes a token recognizable, for people and for programs that look for leaked secrets. */
const tokenPrefix = 'keep_';
/** The last use is noted at most this often, so that it costs no commit for each request. */
const lastUseStepMs = 60 * 1000;

export type AppPasswords = ReturnType<typeof createAppPasswords>;

type Deps = { db: Database; now: () => number /** Called after an app password was revoked. */; onRevoke: () => void };

/** Passwords for programs. Only a person may see, make and revoke them: all but `open` throw session-needed. */
export function createAppPasswords({ db, now, onRevoke }: Deps) {
  return {
    /** The app passwords of the account in the order they were made. */
    async list(principal: Principal): Promise<AppPassword[]> {
      needPerson(principal);
      const rows = await db
        .selectFrom('app_passwords')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where('account', '=', principal.account)
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        createdAt: created_at,
        lastUsedAt: last_used_at,
      }));
    },

    /** Makes an app password. This is the only time its token is known. */
    async create(principal: Principal, { name }: { name: string }): Promise<AppPassword & { token: string }> {
      needPerson(principal);
      const token = `${tokenPrefix}${newToken()}`;
      const made = { id: uuidv7(), name, createdAt: now(), lastUsedAt: null };
      await db
        .insertInto('app_passwords')
        .values({
          id: made.id,
          account: principal.account,
          name,
          token_hash: hashOfToken(token),
          created_at: made.createdAt,
          last_used_at: null,
        })
        .execute();
      return { ...made, token };
    },

    /** Ends an app password at once. Throws app-password-not-found. */
    async revoke(principal: Principal, id: string): Promise<void> {
      needPerson(principal);
      const { numDeletedRows } = await db
        .deleteFrom('app_passwords')
        .where('id', '=', id)
        .where('account', '=', principal.account)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new KeepsakeError('app-password-not-found');
      onRevoke();
    },

    /** The program that a token belongs to, or undefined when it is no token that is valid now. Notes the use. */
    async open(token: string): Promise<Principal | undefined> {
      const row = await db
        .selectFrom('app_passwords')
        .select(['id', 'account', 'last_used_at'])
        .where('token_hash', '=', hashOfToken(token))
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (now() - (row.last_used_at ?? 0) >= lastUseStepMs) {
        await db.updateTable('app_passwords').set({ last_used_at: now() }).where('id', '=', row.id).execute();
      }
      return { kind: 'program', account: row.account };
    },
  };
}

function needPerson(principal: Principal): void {
  if (principal.kind !== 'person') throw new KeepsakeError('session-needed');
}
