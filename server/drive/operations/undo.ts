import { maxUndoAgeSeconds } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Step } from '../changes/steps.ts';
import type { Transactions } from '../changes/transactions.ts';
import { undoStep } from './undo-steps.ts';

/** Takes back what an operation did. */
export function createUndo({ transactions, now }: { transactions: Transactions; now: () => number }) {
  /**
   * Takes back everything that an operation of the last hour did, in one transaction, or nothing of it. It can be done once; what
   * it does is an operation itself, whose id it returns. Throws operation-not-found; cannot-undo with the name of the
   * entry that is not as the operation left it, and why; not-allowed below Root.
   */
  return (scope: Scope, operationId: string): Promise<{ operationId: string | null }> => {
    requireWholeAccount(scope, 'write');
    return transactions.write(scope, async (write) => {
      const operation = await write.trx
        .deleteFrom('operations')
        .where('id', '=', operationId)
        .where('account', '=', scope.account)
        .where('at', '>', now() - maxUndoAgeSeconds * 1000)
        .returning('steps')
        .executeTakeFirst();
      if (operation === undefined) throw new KeepsakeError('operation-not-found');
      const undoing = { write, scope, at: now() };
      for (const step of (JSON.parse(operation.steps) as Step[]).toReversed()) await undoStep(undoing, step);
      return { operationId: write.operationId() };
    });
  };
}
