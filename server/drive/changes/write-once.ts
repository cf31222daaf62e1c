import type { ChangedEntry } from '#contract/records/entries.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions, Write } from './transactions.ts';

/** What can be taken back by the id of its operation. */
type Undoable = Pick<ChangedEntry, 'operationId'>;

/** What is kept of a request, as JSON. */
type Kept = Undoable & { done: unknown };

type Doing<Done, Answer> = {
  work: (write: Write) => Promise<Done>;
  /** Reads what is answered about what was done, which may have been in an earlier transaction. */
  answer: (write: Write, done: Done) => Promise<Answer>;
};

export type WriteOnce = ReturnType<typeof createWriteOnce>;

/** Writes of requests that a client may send again (`Scope.repeatable`). */
export function createWriteOnce({ transactions, now }: { transactions: Transactions; now: () => number }) {
  /**
   * Does some work in one transaction, and keeps what was done as JSON if the request may be sent again: then it is answered as before,
   * and nothing is done. Throws idempotency-key-reused if the key came with another request.
   */
  return <Done, Answer>(scope: Scope, { work, answer }: Doing<Done, Answer>): Promise<Answer & Undoable> =>
    transactions.write(scope, async (write) => {
      const before = await readBefore(write, scope);
      if (before) return { ...(await answer(write, before.done as Done)), operationId: before.operationId };
      const done = await work(write);
      const operationId = write.operationId();
      keep(write, scope, { done, operationId });
      return { ...(await answer(write, done)), operationId };
    });

  function keep({ trx, atEnd }: Write, { account, repeatable }: Scope, kept: Kept): void {
    if (repeatable === undefined) return;
    const row = { account, ...repeatable, at: now(), answer: JSON.stringify(kept) };
    atEnd(() => trx.insertInto('answers').values(row).execute());
  }
}

async function readBefore({ trx }: Write, { account, repeatable }: Scope): Promise<Kept | undefined> {
  if (repeatable === undefined) return undefined;
  const ofAccount = trx.selectFrom('answers').select(['request', 'answer']).where('account', '=', account);
  const row = await ofAccount.where('key', '=', repeatable.key).executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request !== repeatable.request) throw new KeepsakeError('idempotency-key-reused');
  return JSON.parse(row.answer) as Kept;
}
