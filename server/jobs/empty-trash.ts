import { trashRetentionMs } from '#contract/trash.ts';
import type { Database } from '#server/database/open.ts';
import { eachRow, rowsAtOnce } from '#server/database/row-groups.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import type { Purge } from '#server/drive/trash/purge.ts';
import { purging } from '#server/drive/tree/trashed-at.ts';

type Emptying = {
  db: Database;
  purge: Purge;
  /** A time for what cannot be undone (clock.ts); undefined while there is none. */
  settledAt: number | undefined;
  /** Does a part of the work, whose failure leaves the others alone. */
  attempt: (what: string, work: () => Promise<void>) => Promise<void>;
};

/** Deletes for good what has been in Trash for longer than `trashRetentionMs`, and what interrupted deletions left. */
export async function emptyTrash({ db, purge, settledAt, attempt }: Emptying): Promise<void> {
  const until = Math.max((settledAt ?? 0) - trashRetentionMs, purging);
  for await (const { id } of eachRow((last) => withOldTrash(db, until, last)))
    await attempt('empty Trash', () => purge.until(systemScope(id), until));
}

/** Accounts in the order of their ids: one look each, however much is in Trash. */
async function withOldTrash(db: Database, until: number, last: string): Promise<{ id: string }[]> {
  return await db
    .selectFrom('accounts')
    .select('user_id as id')
    .where('user_id', '>', last)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entries')
          .select('entries.id')
          .whereRef('entries.account', '=', 'accounts.user_id')
          .where('entries.trashed_at', '<=', until),
      ),
    )
    .orderBy('user_id')
    .limit(rowsAtOnce)
    .execute();
}
