import { trashRetentionMs } from '#contract/trash.ts';
import type { Database } from '#server/database/open.ts';
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
  const rows = await db.selectFrom('entries').select('account').distinct().where('trashed_at', '<=', until).execute();
  for (const { account } of rows) await attempt('empty Trash', () => purge.until(systemScope(account), until));
}
