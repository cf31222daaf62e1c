import { v7 as uuidv7 } from 'uuid';
import type { DownloadToken } from '#contract/access.ts';
import { isId } from '#contract/ids.ts';
import type { Principal } from '#server/accounts/principal.ts';
import { hashOfToken, newToken } from '#server/accounts/tokens.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { readEntries } from '../tree/records.ts';

export type DownloadTokens = ReturnType<typeof createDownloadTokens>;

/**
 * Keys to the bytes of one file. A token opens every version of its file, those to come too, as long as the file is
 * not in Trash: what it is shown at is an address of one version.
 */
export function createDownloadTokens({ db, now }: { db: Database; now: () => number }) {
  return {
    /** The tokens of a file in the order they were made, those that have expired too. Throws object-not-found. */
    async list(principal: Principal, fileId: string): Promise<DownloadToken[]> {
      await fileOf(principal, fileId);
      const rows = await db
        .selectFrom('download_tokens')
        .select(['id', 'created_at', 'expires_at'])
        .where('entry_id', '=', fileId)
        .where('account', '=', principal.account)
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
     * Makes a token, which is known this once; `url` opens the current version with it. Throws object-not-found, and
     * invalid-input when the time at which it expires (milliseconds) is over.
     */
    async create(
      principal: Principal,
      { fileId, expiresAt }: { fileId: string; expiresAt: number | null },
    ): Promise<DownloadToken & { token: string; url: string }> {
      const file = await fileOf(principal, fileId);
      if (expiresAt !== null && expiresAt <= now()) throw isOver();
      const token = newToken();
      const made = { id: uuidv7(), fileId, createdAt: now(), expiresAt };
      await db
        .insertInto('download_tokens')
        .values({
          id: made.id,
          account: principal.account,
          entry_id: fileId,
          token_hash: hashOfToken(token),
          created_at: made.createdAt,
          expires_at: expiresAt,
        })
        .execute();
      return { ...made, token, url: `${file.url}?token=${token}` };
    },

    /** Ends a token at once. Throws token-not-found. */
    async revoke(principal: Principal, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('download_tokens')
        .where('id', '=', id)
        .where('account', '=', principal.account)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new KeepsakeError('token-not-found');
    },

    /** Who made a token for this file, to open the file as they would. Throws object-not-found when it is not valid now. */
    async open(token: string, fileId: string): Promise<Principal> {
      if (!isId(fileId)) throw new KeepsakeError('object-not-found');
      const row = await db
        .selectFrom('download_tokens')
        .select(['account', 'expires_at'])
        .where('token_hash', '=', hashOfToken(token))
        .where('entry_id', '=', fileId)
        .executeTakeFirst();
      if (row === undefined || (row.expires_at !== null && row.expires_at <= now()))
        throw new KeepsakeError('object-not-found');
      return { account: row.account };
    },

    /** Forgets the tokens that expired before a moment. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('download_tokens').where('expires_at', '<', before).execute();
    },
  };

  async function fileOf(principal: Principal, fileId: string) {
    const file = isId(fileId) ? (await readEntries(db, principal, [fileId])).get(fileId)?.file : undefined;
    if (!file) throw new KeepsakeError('object-not-found');
    return file;
  }
}

function isOver(): KeepsakeError {
  return new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'expiresAt', message: 'This time is over' }] },
  });
}
