import { maxAnswerBytes } from '#contract/limits.ts';
import type { EntryRef, Operation, Stayed } from '#contract/records/batch.ts';
import type { Entry } from '#contract/records/entries.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import type { WriteOnce } from '../changes/write-once.ts';
import { copyEntry } from '../tree/copy-entry.ts';
import { createFolder, isChange, trashEntry } from '../tree/entry-changes.ts';
import { readEntries } from '../tree/records.ts';
import { restoreEntry } from '../tree/restore-entry.ts';
import { createRowBudget, type RowBudget } from '../tree/row-budget.ts';
import { starEntry } from '../tree/star-entry.ts';
import { idOf, movedTogether } from './moved-together.ts';
import { type Placing, placeEntries } from './place-entries.ts';

type Outcome = { entries: (Entry | null)[]; stayed: Stayed[]; operationId: string | null };

/** Write batches: several operations in order in one transaction, all or nothing. */
export function createBatch({ writeOnce, now }: { writeOnce: WriteOnce; now: () => number }) {
  /**
   * Returns the entry that each operation created or changed, in its state after the last one; null if it is then in
   * Trash; and what stayed where it was because its name is taken. Throws what the operations throw, with the index of the failed one as `operation` in the data.
   */
  return (scope: Scope, operations: readonly Operation[]): Promise<Outcome> =>
    writeOnce(scope, {
      work: (write) => apply(write, scope, operations),
      async answer(write, { ids, stayed }) {
        const known = await readEntries(write.trx, scope, [...new Set(ids)]);
        const entries = ids.map((id) => known.get(id) ?? null);
        if (JSON.stringify([entries, stayed]).length > maxAnswerBytes)
          throw new KeepsakeError('too-much-at-once', { data: { max: maxAnswerBytes } });
        return { entries, stayed };
      },
    });

  /** Returns the ids of the entries that the operations created or changed, and what stayed. */
  async function apply(write: Write, scope: Scope, operations: readonly Operation[]) {
    const ids: string[] = [];
    const stayed: Stayed[] = [];
    const onStayed: Placing['onStayed'] = (entry) => void stayed.push({ operation: ids.length, ...entry });
    const applying = { write, scope, budget: createRowBudget(), onStayed };
    try {
      while (ids.length < operations.length) for await (const id of applyNext(applying, operations, ids)) ids.push(id);
    } catch (error) {
      throwAs(error, ids.length);
    }
    await write.settle();
    return { ids, stayed };
  }

  /**
   * Applies the next operation, and with a move those after it that move further entries to the same folder. Yields for each
   * the id of the entry that it created or changed. `done` holds those of the operations before it.
   */
  async function* applyNext(
    { write, scope, budget, onStayed }: Applying,
    operations: readonly Operation[],
    done: readonly string[],
  ): AsyncGenerator<string, void> {
    const operation = required(operations[done.length], 'next operation');
    switch (operation.do) {
      case 'create-folder': {
        const { name, parentId } = operation;
        yield (await createFolder(write, scope, { name, parentId: folder(parentId) }, now())).id;
        return;
      }
      case 'copy': {
        const { name, ifTaken } = operation;
        const id = resolve(operation.id);
        const to = { parentId: folder(operation.parentId), name };
        if (ifTaken)
          yield* placeEntries({ write, scope, what: 'copy', ifTaken, budget, at: now(), onStayed }, [id], to);
        else yield await copyEntry(write, scope, id, { to, at: now(), budget });
        return;
      }
      case 'update': {
        const { name, starred, ifTaken } = operation;
        const id = resolve(operation.id);
        const parentId = operation.parentId === undefined ? undefined : folder(operation.parentId);
        if (starred !== undefined) await starEntry(write, scope, id, { starred, at: now() });
        const change = { name, parentId };
        if (starred !== undefined && ifTaken === undefined && !isChange(change)) yield id;
        else
          yield* placeEntries(
            { write, scope, what: 'move', ifTaken, budget, at: now(), onStayed },
            movedTogether(operations, done, id),
            change,
          );
        return;
      }
      case 'trash': {
        const id = resolve(operation.id);
        await trashEntry(write, scope, id, now());
        yield id;
        return;
      }
      case 'restore': {
        const id = resolve(operation.id);
        await restoreEntry(write, scope, id);
        yield id;
      }
    }

    function folder(ref: EntryRef | null): string | null {
      return ref === null ? null : resolve(ref);
    }

    function resolve(ref: EntryRef): string {
      const id = idOf(ref, done);
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
