import { maxAnswerBytes } from '#contract/limits.ts';
import type { EntryRef, Operation, Stayed } from '#contract/records/batch.ts';
import type { Entry } from '#contract/records/entries.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import { copyEntry } from '../tree/copy-entry.ts';
import { createFolder, isChange, trashEntry, updateEntry } from '../tree/entry-changes.ts';
import { readEntries } from '../tree/records.ts';
import { restoreEntry } from '../tree/restore-entry.ts';
import { createRowBudget, type RowBudget } from '../tree/row-budget.ts';
import { starEntry } from '../tree/star-entry.ts';
import { type Placing, placeEntry } from './place-entry.ts';

type Outcome = { entries: (Entry | null)[]; stayed: Stayed[]; operationId: string | null };

/** Write batches: several operations in order in one transaction, all or nothing. */
export function createBatch({ transactions, now }: { transactions: Transactions; now: () => number }) {
  /**
   * Returns the entry that each operation created or changed, in its state after the last one; null if it is then in
   * Trash; and what stayed where it was because its name is taken. Throws what the operations throw, with the index of the failed one as `operation` in the data.
   */
  return (scope: Scope, operations: readonly Operation[]): Promise<Outcome> =>
    transactions.write(scope, async (write) => {
      const ids: string[] = [];
      const stayed: Stayed[] = [];
      const budget = createRowBudget();
      for (const [index, operation] of operations.entries()) {
        const onStayed: Placing['onStayed'] = (entry) => void stayed.push({ operation: index, ...entry });
        const applying = { write, scope, budget, onStayed };
        ids.push(await apply(applying, operation, ids).catch((error: unknown) => throwAs(error, index)));
      }
      await write.settle();
      const entries = await readEntries(write.trx, scope, [...new Set(ids)]);
      const answer = ids.map((id) => entries.get(id) ?? null);
      if (JSON.stringify([answer, stayed]).length > maxAnswerBytes)
        throw new KeepsakeError('too-much-at-once', { data: { max: maxAnswerBytes } });
      return { entries: answer, stayed, operationId: write.operationId() };
    });

  /** Returns the id of the entry that the operation created or changed. `done` holds those of the earlier operations. */
  async function apply(
    { write, scope, budget, onStayed }: Applying,
    operation: Operation,
    done: readonly string[],
  ): Promise<string> {
    switch (operation.do) {
      case 'create-folder': {
        const { name, parentId } = operation;
        return await createFolder(write, scope, { name, parentId: folder(parentId) }, now());
      }
      case 'copy': {
        const { name, ifTaken } = operation;
        const id = resolve(operation.id);
        const to = { parentId: folder(operation.parentId), name };
        if (ifTaken)
          return await placeEntry({ write, scope, what: 'copy', ifTaken, budget, at: now(), onStayed }, id, to);
        return await copyEntry(write, scope, id, { to, at: now(), budget });
      }
      case 'update': {
        const { name, starred, ifTaken } = operation;
        const id = resolve(operation.id);
        const parentId = operation.parentId === undefined ? undefined : folder(operation.parentId);
        if (starred !== undefined) await starEntry(write, scope, id, { starred, at: now() });
        if (ifTaken)
          return await placeEntry({ write, scope, what: 'move', ifTaken, budget, at: now(), onStayed }, id, {
            parentId,
            name,
          });
        const change = { name, parentId };
        if (starred === undefined || isChange(change)) await updateEntry(write, scope, id, { ...change, budget });
        return id;
      }
      case 'trash': {
        const id = resolve(operation.id);
        await trashEntry(write, scope, id, now());
        return id;
      }
      case 'restore': {
        const id = resolve(operation.id);
        await restoreEntry(write, scope, id);
        return id;
      }
    }

    function folder(ref: EntryRef | null): string | null {
      return ref === null ? null : resolve(ref);
    }

    function resolve(ref: EntryRef): string {
      const id = typeof ref === 'string' ? ref : done[ref.operation];
      if (id !== undefined) return id;
      const issue = { path: `operations.${done.length}`, message: 'Only an operation before this one can be named' };
      throw new KeepsakeError('invalid-input', { data: { issues: [issue] } });
    }
  }
}

type Applying = { write: Write; scope: Scope; budget: RowBudget; onStayed: Placing['onStayed'] };

function throwAs(error: unknown, operation: number): never {
  if (!(error instanceof KeepsakeError)) throw error;
  throw new KeepsakeError(error.code, {
    data: { ...(error.data as object | undefined), operation },
    cause: error.cause,
  });
}
