import { isId } from '#contract/ids.ts';
import { maxDownloadTokens } from '#contract/limits.ts';
import type { DownloadToken } from '#contract/records/access.ts';
import { holdAccess } from '#server/accounts/hold-access.ts';
import type { Principal } from '#server/accounts/principal.ts';
import { hashOfToken, newToken } from '#server/accounts/tokens.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { readEntries } from '../tree/records.ts';

/** `maker` is the principal that creates it. */
type NewDownloadToken = { fileId: string; expiresAt: number | null; maker: Principal };

export type DownloadTokens = ReturnType<typeof createDownloadTokens>;

type Deps = {
  db: Database;
  now: () => number;
  /** Called after a token of the account was revoked. */
  onRevoke: (account: string) => void;
};

/**
 * Secrets that give access to the bytes of one file. A token opens every version of its file, future ones too, as long as
 * the file is not in Trash: the URL names the version.
 */
export function createDownloadTokens({ db, now, onRevoke }: Deps) {
  return {
    /** The tokens of a file in order of creation, including expired ones. Throws object-not-found. */
    async list(scope: Scope, fileId: string): Promise<DownloadToken[]> {
      requireRight(scope, 'share');
      await fileOf(scope, fileId);
      const rows = await db
        .selectFrom('download_tokens')
        .select(['id', 'created_at', 'expires_at'])
        .where('entry_id', '=', fileId)
        .where('account', '=', scope.account)
        .orderBy('id')
        .execute();
      return rows.map(({ id, created_at, expires_at }) => ({
        id,
        fileId,
        createdAt: created_at,
        expiresAt: expires_at,
      }));
    },

    /**
     * Creates a token, which is returned only once; `url` opens the current version with it. One that is made with an app
     * password ends with it. Throws object-not-found, too-many-tokens, unauthenticated if session or app password have ended
     * meanwhile, and invalid-input if its expiry (milliseconds) has passed.
     */
    async create(
      scope: Scope,
      { fileId, expiresAt, maker }: NewDownloadToken,
    ): Promise<DownloadToken & { token: string; url: string }> {
      requireRight(scope, 'share');
      const file = await fileOf(scope, fileId);
      if (expiresAt !== null && expiresAt <= now()) throw expiryHasPassed();
      const token = newToken();
      const created = { id: newId(), fileId, createdAt: now(), expiresAt };
      const row = {
        id: created.id,
        account: scope.account,
        entry_id: fileId,
        token_hash: hashOfToken(token),
        created_at: created.createdAt,
        expires_at: expiresAt,
        app_password_id: maker.appPasswordId ?? null,
      };
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, maker);
        const tokens = trx.selectFrom('download_tokens').select('id').where('account', '=', scope.account);
        const oneTooMany = await tokens
          .offset(maxDownloadTokens - 1)
          .limit(1)
          .execute();
        if (oneTooMany.length > 0) throw new KeepsakeError('too-many-tokens', { data: { max: maxDownloadTokens } });
        await trx.insertInto('download_tokens').values(row).execute();
      });
      return { ...created, token, url: `${file.url}?token=${token}` };
    },

    /** Revokes a token, effective immediately. Throws token-not-found. */
    async revoke(scope: Scope, id: string): Promise<void> {
      requireRight(scope, 'share');
      const token = await db
        .selectFrom('download_tokens')
        .select('entry_id')
        .where('id', '=', id)
        .where('account', '=', scope.account)
        .executeTakeFirst();
      if (token === undefined || !(await allAncestors(db, scope, [token.entry_id])).has(token.entry_id))
        throw new KeepsakeError('token-not-found');
      const { numDeletedRows } = await db
        .deleteFrom('download_tokens')
        .where('id', '=', id)
        .where('account', '=', scope.account)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new KeepsakeError('token-not-found');
      onRevoke(scope.account);
    },

    /** The bearer of a token for this file, who may read this file only. Throws object-not-found if it is not valid now. */
    async open(token: string, fileId: string): Promise<Principal> {
      if (!isId(fileId)) throw new KeepsakeError('object-not-found');
      const row = await db
        .selectFrom('download_tokens')
        .leftJoin('app_passwords', 'app_passwords.id', 'download_tokens.app_password_id')
        .leftJoin('people', 'people.account', 'download_tokens.account')
        .select(['download_tokens.account', 'download_tokens.expires_at'])
        .select(['app_passwords.expires_at as app_password_expires_at', 'people.state'])
        .where('download_tokens.token_hash', '=', hashOfToken(token))
        .where('download_tokens.entry_id', '=', fileId)
        .executeTakeFirst();
      const ends = [row?.expires_at, row?.app_password_expires_at];
      // It goes on when the account is enabled again.
      if (
        row === undefined ||
        (row.state ?? 'active') !== 'active' ||
        ends.some((end) => typeof end === 'number' && end <= now())
      )
        throw new KeepsakeError('object-not-found');
      return { kind: 'download-token', account: row.account, entryId: fileId };
    },

    /** Deletes the tokens that expired before a moment. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('download_tokens').where('expires_at', '<', before).execute();
    },
  };

  async function fileOf(scope: Scope, fileId: string) {
    const file = isId(fileId) ? (await readEntries(db, scope, [fileId])).get(fileId)?.file : undefined;
    if (!file) throw new KeepsakeError('object-not-found');
    return file;
  }
}

function expiryHasPassed(): KeepsakeError {
  return new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'expiresAt', message: 'This time is over' }] },
  });
}
