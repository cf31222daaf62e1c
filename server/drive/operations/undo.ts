import { maxUndoAgeSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Step } from '../changes/steps.ts';
import type { Write } from '../changes/transactions.ts';
import type { WriteOnce } from '../changes/write-once.ts';
import { type Heights, withHeights } from '../tree/heights.ts';
import { createRowBudget } from '../tree/row-budget.ts';
import { type Undoing, undoStep } from './undo-steps.ts';

type Deps = { db: Database; writeOnce: WriteOnce; damage: Damage; now: () => number };

/** Takes back what an operation did. */
export function createUndo({ db, writeOnce, damage, now }: Deps) {
  /**
   * Takes back everything that an operation of the last hour did, in one transaction, or nothing of it. It can be done once; what
   * it does is an operation itself, whose id it returns, with what is not where it was. Throws operation-not-found; cannot-undo with the name of the
   * entry that is not as the operation left it, and why; changed-meanwhile; not-allowed below Root.
   */
  return (
    scope: Scope,
    operationId: string,
  ): Promise<{ operationId: string | null; elsewhere: Undoing['elsewhere'] }> => {
    requireWholeAccount(scope, 'write');
    const work = (heights?: Heights) =>
      writeOnce(scope, {
        work: (write) => undo(write, scope, operationId, heights),
        answer: async (_write, elsewhere) => ({ elsewhere }),
      });
    return withHeights(db, scope, { moved: () => movedBy(scope, operationId), work });
  };

  async function undo(write: Write, scope: Scope, operationId: string, heights?: Heights) {
    const operation = await write.trx
      .deleteFrom('operations')
      .where('id', '=', operationId)
      .where('account', '=', scope.account)
      .where('at', '>', now() - maxUndoAgeSeconds * 1000)
      .returning('steps')
      .executeTakeFirst();
    const undoing: Undoing = {
      write,
      damage,
      scope,
      at: now(),
      budget: createRowBudget(heights),
      withEarlierContent: new Set<string>(),
      elsewhere: [],
    };
    for (const step of stepsOf(operation).toReversed()) await undoStep(undoing, step);
    return undoing.elsewhere;
  }

  async function movedBy({ account }: Scope, operationId: string): Promise<string[]> {
    const ofAccount = db.selectFrom('operations').select('steps').where('account', '=', account);
    const steps = stepsOf(await ofAccount.where('id', '=', operationId).executeTakeFirst());
    const moves = steps.filter(({ did }) => did === 'place' || did === 'restore');
    return [...new Set(moves.map(({ id }) => id))];
  }
}

function stepsOf(operation: { steps: string } | undefined): Step[] {
  if (operation === undefined) throw new KeepsakeError('operation-not-found');
  return JSON.parse(operation.steps) as Step[];
}
