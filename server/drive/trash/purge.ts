import { trashId } from '#server/database/folder-contents.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf, rowsAtOnce } from '#server/database/row-groups.ts';
import { requireRight, requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import type { Transfers } from '../changes/transfers.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { inTrash, less, ownContents, ownContentsOf } from '../tree/contents.ts';
import { childrenOf } from '../tree/subtree.ts';
import { copying, purging } from '../tree/trashed-at.ts';
import type { RemoveBytes } from './remove-bytes.ts';
import { createRemoveEarlier } from './remove-earlier.ts';
import { type RemovedRows, removeRows } from './remove-rows.ts';
import { removeUnreferenced } from './remove-unreferenced.ts';

/** Entries that leave Trash in one transaction. */
const leavingAtOnce = 100;
/** What a clock that was ahead moved to Trash is remembered while the rest is deleted: so much of it at once. */
const aheadAtOnce = 10_000;

type Top = { id: string; kind: 'folder' | 'file' };
type Trashed = Top & { trashed_at: number | null };

type Deps = { db: Database; transactions: Transactions; transfers: Transfers; removeBytes: RemoveBytes };

export type Purge = ReturnType<typeof createPurge>;

/**
 * Deletes entries in Trash permanently. An entry leaves Trash as a whole, in one transaction; from then on it is visible
 * nowhere. Then it is removed, what is in a folder before the folder, a group of rows in each transaction and then the bytes of the
 * group, so that a large folder delays no writer for long, and takes no memory. What a crash leaves is removed when Trash is next emptied.
 */
export function createPurge({ db, transactions, transfers, removeBytes }: Deps) {
  const removeEarlier = createRemoveEarlier({ db, transactions, removeBytes });
  return {
    /** Removes a copy that was not completed. */
    async takeBack(scope: Scope, id: string): Promise<void> {
      const tops = await transactions.write(scope, async ({ trx }) => {
        if (!(await allAncestors(trx, scope, [id])).has(id)) return [];
        const update = trx.updateTable('entries').set({ trashed_at: purging }).where('account', '=', scope.account);
        return await update.where('id', '=', id).where('trashed_at', '=', copying).returning(['id', 'kind']).execute();
      });
      await removeTrees(scope, tops);
    },

    /** Deletes one entry in Trash. Returns false if it is not there. */
    async one(scope: Scope, id: string): Promise<boolean> {
      requireRight(scope, 'own');
      const tops = await leaveTrash(scope, { id });
      await removeTrees(scope, tops);
      return tops.length > 0;
    },

    /** Deletes all that was moved to Trash up to a moment, and what interrupted deletions left. */
    until,

    /** The same now, with the first of what a clock that was ahead moved there; what comes to Trash meanwhile stays. */
    async all(scope: Scope, moment: number): Promise<void> {
      requireWholeAccount(scope, 'own');
      const later = selectTrash(db, scope).where('trashed_at', '>', moment);
      const ahead = await later.orderBy('trashed_at').limit(aheadAtOnce).execute();
      await until(scope, moment);
      for (const these of groupsOf(ahead, leavingAtOnce)) await removeTrees(scope, await leaveTrash(scope, { these }));
    },

    /** Deletes everything of an account that ends, a little at a time; what interrupts it leaves the rest for the next time. */
    async everything(scope: Scope): Promise<void> {
      await until(scope, Number.MAX_SAFE_INTEGER);
      let tops: Top[];
      do {
        tops = await transactions.write(scope, (write) => leaveRoot(write, scope));
        await removeTrees(scope, tops);
      } while (tops.length > 0);
      let blobIds: string[];
      do {
        blobIds = await transactions.write(scope, (write) => removeLeft(write, scope));
        await removeBytes(blobIds);
      } while (blobIds.length > 0);
    },
  };

  async function until(scope: Scope, moment: number): Promise<void> {
    requireWholeAccount(scope, 'own');
    await removeTrees(scope, await selectTrash(db, scope).where('trashed_at', '=', purging).execute());
    let tops: Top[];
    do {
      tops = await leaveTrash(scope, { until: moment });
      await removeTrees(scope, tops);
    } while (tops.length === leavingAtOnce);
  }

  /** `these`: unless they have left Trash since they were read, even if they are there again. */
  function leaveTrash(
    scope: Scope,
    which: { id: string } | { until: number } | { these: readonly Trashed[] },
  ): Promise<Top[]> {
    return transactions.write(scope, async ({ trx, changed, gained }) => {
      if ('id' in which && !(await allAncestors(trx, scope, [which.id])).has(which.id)) return [];
      const there = selectTrash(trx, scope)
        .where('trashed_at', '>', purging)
        .orderBy('trashed_at')
        .limit(leavingAtOnce);
      const tops = await ('id' in which
        ? there.where('id', '=', which.id).execute()
        : 'until' in which
          ? there.where('trashed_at', '<=', which.until).execute()
          : stillIn(there, which.these));
      for (const { id } of tops) {
        gained(trashId, less(inTrash(await ownContents(trx, scope, id))));
        changed(id);
      }
      const ids = tops.map(({ id }) => id);
      if (ids.length > 0)
        await trx.updateTable('entries').set({ trashed_at: purging }).where('id', 'in', ids).execute();
      return tops;
    });
  }

  /** Nothing can enter or leave what is being purged, so it can be walked without holding the account. */
  async function removeTrees(scope: Scope, tops: readonly Top[]): Promise<void> {
    for (const group of groupsOf(tops)) await removeGroup(scope, group);
  }

  /** At most a group of each level is held at a time. */
  async function removeGroup(scope: Scope, entries: readonly Top[]): Promise<void> {
    const folders = entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    for await (const below of childrenOf(db, scope, folders)) await removeGroup(scope, below);
    const ids = entries.map(({ id }) => id);
    if (ids.length === 0) return;
    const fileIds = entries.filter(({ kind }) => kind === 'file').map(({ id }) => id);
    if (fileIds.length > 0) await removeEarlier(scope, fileIds);
    let removed: RemovedRows | undefined;
    while (removed === undefined) removed = await transactions.write(scope, (write) => removeRows(write, scope, ids));
    const { blobIds, uploadIds } = removed;
    for (const id of uploadIds) transfers.ended(scope, id);
    await removeBytes(blobIds);
  }
}

/** The next entries in Root, then what is left beside it: copies that are being made, and what came to Trash meanwhile. */
async function leaveRoot({ trx, gained }: Write, scope: Scope): Promise<Top[]> {
  const some = trx
    .selectFrom('entries')
    .select(['id', 'kind'])
    .where('account', '=', scope.account)
    .limit(leavingAtOnce);
  const live = await some.where('parent_id', 'is', null).where('trashed_at', 'is', null).execute();
  const tops = live.length > 0 ? live : await some.where('trashed_at', 'is not', null).execute();
  const ids = tops.map(({ id }) => id);
  const counted = await ownContentsOf(
    trx,
    scope,
    live.map(({ id }) => id),
  );
  for (const { contents } of counted.values()) gained(null, less(contents));
  if (ids.length > 0) await trx.updateTable('entries').set({ trashed_at: purging }).where('id', 'in', ids).execute();
  return tops;
}

/** Blobs of an account that no version has. */
async function removeLeft(write: Write, scope: Scope): Promise<string[]> {
  const rows = await write.trx
    .selectFrom('blobs')
    .select('id')
    .where('account', '=', scope.account)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
  return await removeUnreferenced(
    write,
    scope,
    rows.map(({ id }) => id),
  );
}

async function stillIn(there: ReturnType<typeof selectTrash>, these: readonly Trashed[]): Promise<Trashed[]> {
  const since = new Map(these.map(({ id, trashed_at }) => [id, trashed_at]));
  const rows = await there.where('id', 'in', [...since.keys()]).execute();
  return rows.filter(({ id, trashed_at }) => trashed_at === since.get(id));
}

function selectTrash(db: Pick<Database, 'selectFrom'>, scope: Scope) {
  return db
    .selectFrom('entries')
    .select(['id', 'kind', 'trashed_at'])
    .where('account', '=', scope.account)
    .where('trashed_at', 'is not', null);
}
