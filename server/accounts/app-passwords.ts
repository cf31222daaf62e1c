import { v7 as uuidv7 } from 'uuid';
import type { AppPassword } from '#contract/access.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Principal } from './principal.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** Makes a token recognizable, for people and for secret scanners. */
const tokenPrefix = 'keep_';
/** The last use is recorded at most this often, so that requests do not cost a commit each, in milliseconds. */
const lastUseStepMs = 60 * 1000;

export type AppPasswords = ReturnType<typeof createAppPasswords>;

type Deps = {
  db: Database;
  now: () => number;
  /** Called after an app password of the account was revoked. */
  onRevoke: (account: string) => void;
};

/** Passwords for programs. Only a person may list, create and revoke them: all but `open` throw session-needed. */
export function createAppPasswords({ db, now, onRevoke }: Deps) {
  return {
    /** The app passwords of the account in order of creation. */
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

    /** Creates an app password. Its token is returned only once. */
    async create(principal: Principal, { name }: { name: string }): Promise<AppPassword & { token: string }> {
      needPerson(principal);
      const token = `${tokenPrefix}${newToken()}`;
      const created = { id: uuidv7(), name, createdAt: now(), lastUsedAt: null };
      await db
        .insertInto('app_passwords')
        .values({
          id: created.id,
          account: principal.account,
          name,
          token_hash: hashOfToken(token),
          created_at: created.createdAt,
          last_used_at: null,
        })
        .execute();
      return { ...created, token };
    },

    /** Revokes an app password, effective immediately. Throws app-password-not-found. */
    async revoke(principal: Principal, id: string): Promise<void> {
      needPerson(principal);
      const { numDeletedRows } = await db
        .deleteFrom('app_passwords')
        .where('id', '=', id)
        .where('account', '=', principal.account)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new KeepsakeError('app-password-not-found');
      onRevoke(principal.account);
    },

    /** The program that a token belongs to, or undefined if the token is not valid. Records the use. */
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
