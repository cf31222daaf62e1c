import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { maxCopiedEntries } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import { haveOriginalsChanged } from '../changes/originals-changed.ts';
import { revisionOf } from '../changes/revision.ts';
import type { Transactions } from '../changes/transactions.ts';
import { ownContents } from './contents.ts';
import { type CopyTo, placeOfCopy } from './copy-entry.ts';
import { copyRows } from './copy-rows.ts';
import { checkDepth } from './depth.ts';
import { walkBelow } from './subtree.ts';
import { copying } from './trashed-at.ts';

export type CopyInSteps = ReturnType<typeof createCopyInSteps>;

type Deps = {
  db: Database;
  transactions: Transactions;
  /** Removes what exists of a copy (see `Purge`). */
  takeBack: (scope: Scope, id: string) => Promise<void>;
  now: () => number;
};

/** A copy, and the operation that made it. */
type CopyMade = { id: string; operationId: string | null };

/** A copy that has begun: its id, the copies by their originals, and the account's revision before it. */
type Begun = { copy: string; copies: Map<string, string>; depth: number; revision: number };

/**
 * Copies large folders in steps, between which others write. The copy is visible nowhere until it is complete; then it is
 * there as a whole. One that fails is taken back; what a crash leaves of one is taken back by the janitor. An account
 * makes one at a time.
 */
export function createCopyInSteps({ db, transactions, takeBack, now }: Deps) {
  const busy = new Set<string>();

  /** Throws what `copyEntry` throws, changed-meanwhile, too-many-requests, unavailable. */
  return async (scope: Scope, id: string, to: CopyTo): Promise<CopyMade> => {
    if (busy.has(scope.account)) throw new KeepsakeError('too-many-requests');
    busy.add(scope.account);
    try {
      const begun = await begin(scope, id, to);
      try {
        const levels = await copyBelow(scope, id, begun);
        return await show(scope, id, to, { ...begun, levels });
      } catch (error) {
        // If this fails, the janitor does it.
        await takeBack(scope, begun.copy).catch(() => {});
        throw error;
      }
    } finally {
      busy.delete(scope.account);
    }
  };

  function begin(scope: Scope, id: string, to: CopyTo): Promise<Begun> {
    return transactions.write(scope, async (write) => {
      const { top, depth } = await placeOfCopy(write, scope, id, to);
      const copies = new Map<string, string>();
      await copyRows(write, scope, [id], { copies, at: now(), top: { ...top, trashed_at: copying } });
      const copy = required(copies.get(id), 'copy of an entry');
      return { copy, copies, depth, revision: await revisionOf(write.trx, scope) };
    });
  }

  /** Returns how many levels of folders lie below the top. */
  async function copyBelow(scope: Scope, id: string, { copy, copies, depth }: Begun): Promise<number> {
    let levels = 0;
    for await (const below of walkBelow(db, scope, [id])) {
      if (below.nodes.some(({ kind }) => kind === 'folder')) levels = below.depth;
      checkDepth(depth + levels);
      const ids = below.nodes.map((node) => node.id);
      if (copies.size + ids.length > maxCopiedEntries)
        throw new KeepsakeError('too-much-at-once', { data: { max: maxCopiedEntries } });
      if (ids.some((one) => copies.has(one))) throw new KeepsakeError('changed-meanwhile');
      const began = performance.now();
      await transactions.write(scope, async (write) => {
        await touch(write.trx, copy);
        if (!(await copyRows(write, scope, ids, { copies, at: now() }))) throw new KeepsakeError('changed-meanwhile');
      });
      // At most half of a writer's time.
      await pause(performance.now() - began);
    }
    return levels;
  }

  /** Makes the copy visible, unless its original is another one by now. */
  function show(
    scope: Scope,
    id: string,
    to: CopyTo,
    { copy, copies, revision, levels }: Begun & { levels: number },
  ): Promise<CopyMade> {
    return transactions.write(scope, async (write) => {
      await touch(write.trx, copy);
      if (await haveOriginalsChanged(write, scope, { copies, revision })) throw new KeepsakeError('changed-meanwhile');
      const { top, depth } = await placeOfCopy(write, scope, id, to);
      // Its folder may have been moved deeper.
      checkDepth(depth + levels);
      await write.trx
        .updateTable('entries')
        .set({ ...top, trashed_at: null })
        .where('id', '=', copy)
        .execute();
      write.gained(top.parent_id, (await ownContents(write.trx, scope, copy)).contents);
      write.changed(copy);
      write.did({ did: 'make', id: copy, isEmpty: false });
      return { id: copy, operationId: write.operationId() };
    });
  }

  /** Tells the janitor that the copy is still being made. Throws changed-meanwhile if it is gone. */
  async function touch(trx: Transaction<Tables>, copy: string): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('entries')
      .set({ modified_at: now() })
      .where('id', '=', copy)
      .where('trashed_at', '=', copying)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new KeepsakeError('changed-meanwhile');
  }
}
