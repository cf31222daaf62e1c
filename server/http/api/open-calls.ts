import type { ServerResponse } from 'node:http';
import { maxOpenAccountCalls, maxOpenCalls } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createBudget, senderOf } from '../server/bounds/budget.ts';

/** Calls that an account has whatever others do: as many as a browser sends at a time without HTTP/2. */
const assured = 6;

type Limits = { max?: number; maxOfAccount?: number; waitMs?: number };

/** Bounds the calls that are worked on, or whose answers wait to be read, at the same time. */
export function createOpenCalls({ max = maxOpenCalls, maxOfAccount = maxOpenAccountCalls, ...wait }: Limits = {}) {
  const refuse = () => new KeepsakeError('too-many-requests', { data: { max: maxOfAccount } });
  const calls = createBudget({ max, maxByClient: maxOfAccount, assured, refuse, ...wait });

  return {
    /** Runs `work` as a call of the account, which lasts until its answer was sent. Throws too-many-requests after a wait. */
    async run<T>(account: string, outgoing: ServerResponse, work: () => Promise<T>): Promise<T> {
      const release = await calls.take(senderOf(account), 1);
      try {
        return await work();
      } finally {
        // The work goes on when its client leaves.
        if (outgoing.closed) release();
        else outgoing.once('close', release);
      }
    },
  };
}
