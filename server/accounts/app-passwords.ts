import type { Transaction } from 'kysely';
import { maxAppPasswords } from '#contract/limits.ts';
import type { AppPassword, NewAppPassword } from '#contract/records/access.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { holdAccess } from './hold-access.ts';
import type { Principal } from './principal.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** Makes a token recognizable, for people and for secret scanners. */
const tokenPrefix = 'keep_';
/** The last use is noted at most this often, in milliseconds. */
const lastUseStepMs = 60 * 1000;

export type AppPasswords = ReturnType<typeof createAppPasswords>;

type Deps = {
  db: Database;
  now: () => number;
  /** Called after an app password of the account was revoked. */
  onRevoke: (account: string) => void;
  /** Called with the id of an app password that is used, which is noted while nobody waits. */
  onUse: (id: string) => void;
};

/** Passwords for programs. Only a person may list, create and revoke them, except that a program may revoke its own: the rest throws session-needed. */
export function createAppPasswords({ db, now, onRevoke, onUse }: Deps) {
  return {
    /** The app passwords of the account in order of creation, including expired ones. */
    async list(principal: Principal): Promise<AppPassword[]> {
      requirePerson(principal);
      const rows = await ofAccount(principal.account).orderBy('id').execute();
      return rows.map(({ id, name, created_at, last_used_at, expires_at, access, entry_id }) => ({
        id,
        name,
        createdAt: created_at,
        lastUsedAt: last_used_at,
        expiresAt: expires_at,
        access,
        folderId: entry_id,
      }));
    },

    /**
     * Creates an app password. Its token is returned only once. `folderId` is a folder of the account, as the caller has
     * made sure. Throws too-many-app-passwords, unauthenticated if the session has ended meanwhile, and invalid-input if its expiry (milliseconds) has passed.
     */
    async create(principal: Principal, wanted: NewAppPassword): Promise<AppPassword & { token: string }> {
      requirePerson(principal);
      const { name, expiresAt, access, folderId } = wanted;
      if (expiresAt !== null && expiresAt <= now()) throw expiryHasPassed();
      const token = `${tokenPrefix}${newToken()}`;
      const created = { id: newId(), name, createdAt: now(), lastUsedAt: null, expiresAt, access, folderId };
      const row = {
        id: created.id,
        account: principal.account,
        name,
        token_hash: hashOfToken(token),
        created_at: created.createdAt,
        last_used_at: null,
        expires_at: expiresAt,
        access,
        entry_id: folderId,
      };
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        const { length } = await ofAccount(principal.account, trx).limit(maxAppPasswords).execute();
        if (length >= maxAppPasswords)
          throw new KeepsakeError('too-many-app-passwords', { data: { max: maxAppPasswords } });
        await trx.insertInto('app_passwords').values(row).execute();
      });
      return { ...created, token };
    },

    /**
     * Revokes an app password with the download tokens that were made with it, effective immediately, and returns its
     * name. Throws app-password-not-found.
     */
    async revoke(principal: Principal, id: string): Promise<string> {
      if (principal.appPasswordId !== id) requirePerson(principal);
      const revoked = await db
        .deleteFrom('app_passwords')
        .where('id', '=', id)
        .where('account', '=', principal.account)
        .returning('name')
        .executeTakeFirst();
      if (revoked === undefined) throw new KeepsakeError('app-password-not-found');
      onRevoke(principal.account);
      return revoked.name;
    },

    /** Revokes all app passwords of an account, within a transaction. */
    async revokeAll(trx: Transaction<Tables>, account: string): Promise<void> {
      await trx.deleteFrom('app_passwords').where('account', '=', account).execute();
    },

    /** The program that a token belongs to, or undefined if the token is not valid now. Notes the use. */
    async open(token: string): Promise<Principal | undefined> {
      const row = await db
        .selectFrom('app_passwords')
        .leftJoin('people', 'people.account', 'app_passwords.account')
        .select(['id', 'app_passwords.account', 'last_used_at', 'expires_at', 'access', 'entry_id', 'state'])
        .where('token_hash', '=', hashOfToken(token))
        .executeTakeFirst();
      if (row === undefined || (row.expires_at !== null && row.expires_at <= now())) return undefined;
      // It goes on when the account is enabled again.
      if ((row.state ?? 'active') !== 'active') return undefined;
      if (now() - (row.last_used_at ?? 0) >= lastUseStepMs) onUse(row.id);
      const { id, account, access, entry_id } = row;
      const program = { kind: 'program', account, access, appPasswordId: id } as const;
      return entry_id === null ? program : { ...program, entryId: entry_id };
    },

    /** Deletes the app passwords that expired before a moment. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('app_passwords').where('expires_at', '<', before).execute();
    },
  };

  function ofAccount(account: string, from: Database = db) {
    return from
      .selectFrom('app_passwords')
      .select(['id', 'name', 'created_at', 'last_used_at', 'expires_at', 'access', 'entry_id'])
      .where('account', '=', account);
  }
}

/** Throws session-needed for anyone but a person with a session. */
export function requirePerson(principal: Principal): void {
  if (principal.kind !== 'person') throw new KeepsakeError('session-needed');
}

function expiryHasPassed(): KeepsakeError {
  return new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'expiresAt', message: 'This time is over' }] },
  });
}
