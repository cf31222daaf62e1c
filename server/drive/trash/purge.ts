import type { Principal } from '#server/accounts/principal.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import type { Changes } from '../changes/changes.ts';
import type { Transfers } from '../changes/transfers.ts';
import { purging } from '../tree/purging.ts';
import { walkBelow } from '../tree/subtree.ts';
import type { RemoveBytes } from './remove-bytes.ts';
import { removeRows } from './remove-rows.ts';

/** Things that leave Trash in one transaction. */
const leavingAtOnce = 100;

type Top = { id: string; kind: 'folder' | 'file' };

type Deps = { db: Database; changes: Changes; transfers: Transfers; removeBytes: RemoveBytes };

export type Purge = ReturnType<typeof createPurge>;

/**
 * The end of things in Trash. A thing leaves Trash whole, in one transaction; from then on nobody can see it. Then it is
 * taken apart from the deepest up, so that a large folder keeps no writer waiting for long: a group of rows in each
 * transaction, then the bytes of the group. What a crash leaves of that is taken up by the next emptying.
 */
export function createPurge({ db, changes, transfers, removeBytes }: Deps) {
  return {
    /** Deletes one thing in Trash. Returns false when it is not there. */
    async one(principal: Principal, id: string): Promise<boolean> {
      const left = await leaveTrash(principal, { id });
      await takeApart(principal, left);
      return left.length > 0;
    },

    /** Deletes all that was moved to Trash until a moment, and what is left of what was deleted before. */
    async until(principal: Principal, moment: number): Promise<void> {
      await takeApart(principal, await inTrash(db, principal).where('trashed_at', '=', purging).execute());
      let left: Top[];
      do {
        left = await leaveTrash(principal, { until: moment });
        await takeApart(principal, left);
      } while (left.length === leavingAtOnce);
    },
  };

  function leaveTrash(principal: Principal, which: { id: string } | { until: number }): Promise<Top[]> {
    return changes.write(principal, async ({ trx, changed }) => {
      const there = inTrash(trx, principal)
        .where('trashed_at', '>', purging)
        .orderBy('trashed_at')
        .limit(leavingAtOnce);
      const tops = await ('id' in which
        ? there.where('id', '=', which.id)
        : there.where('trashed_at', '<=', which.until)
      ).execute();
      const ids = tops.map(({ id }) => id);
      if (ids.length > 0)
        await trx.updateTable('entries').set({ trashed_at: purging }).where('id', 'in', ids).execute();
      for (const id of ids) changed(id);
      return tops;
    });
  }

  /** Nothing can come into what is gone, nor leave it, so it need not be held while it is walked. */
  async function takeApart(principal: Principal, tops: readonly Top[]): Promise<void> {
    const ids = tops.map(({ id }) => id);
    const folders = tops.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    for await (const nodes of walkBelow(db, principal, folders)) for (const { id } of nodes) ids.push(id);
    // Folders were found before what they hold.
    for (const group of groupsOf(ids.toReversed())) {
      const { blobIds, uploadIds } = await changes.write(principal, (write) => removeRows(write, principal, group));
      for (const id of uploadIds) transfers.ended(principal, id);
      await removeBytes(blobIds);
    }
  }
}

function inTrash(db: Pick<Database, 'selectFrom'>, principal: Principal) {
  return db
    .selectFrom('entries')
    .select(['id', 'kind'])
    .where('account', '=', principal.account)
    .where('trashed_at', 'is not', null);
}
