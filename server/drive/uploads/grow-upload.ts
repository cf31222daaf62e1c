import { Readable } from 'node:stream';
import { maxFileBytes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { quotaLeft } from './quota.ts';

/** Room is reserved ahead: the first step, doubled each time, up to the largest one, in bytes. */
const firstStepBytes = 1024 ** 2;
const largestStepBytes = 64 * 1024 ** 2;

/** What an upload is begun with when its length is not known. */
export const openLength = 1;

/**
 * Passes bytes on whose end is not known, and reserves the room for them before they are written. Until
 * `settleLength` the declared length is always larger than what came, so that nobody takes what a crash left for
 * the whole file. The stream breaks with quota-exceeded, file-too-large.
 */
export function reserveWhileReading(transactions: Transactions, scope: Scope, id: string, bytes: Readable): Readable {
  return Readable.from(metered(), { objectMode: false });

  async function* metered() {
    let came = 0;
    let reserved = openLength;
    let step = firstStepBytes;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      came += piece.length;
      if (came > maxFileBytes) throw new KeepsakeError('file-too-large', { data: { maxBytes: maxFileBytes } });
      if (came >= reserved) {
        reserved = await setLength(transactions, scope, id, { least: came + 1, wanted: came + step });
        step = Math.min(step * 2, largestStepBytes);
      }
      yield piece;
    }
  }
}

/** Declares the length of an upload when all its bytes are here, and gives the room back that it did not need. */
export async function settleLength(
  transactions: Transactions,
  scope: Scope,
  id: string,
  length: number,
): Promise<void> {
  await setLength(transactions, scope, id, { least: length, wanted: length });
}

/** Declares the wanted length, or what the quota leaves of it. Returns it. */
async function setLength(
  transactions: Transactions,
  scope: Scope,
  id: string,
  { least, wanted }: { least: number; wanted: number },
): Promise<number> {
  return await transactions.write(scope, async ({ trx }) => {
    const before = await trx
      .selectFrom('uploads')
      .select('length')
      .where('id', '=', id)
      .where('account', '=', scope.account)
      .executeTakeFirst();
    if (before === undefined) throw new KeepsakeError('upload-not-found');
    const length = Math.min(wanted, before.length + (await quotaLeft(trx, scope)));
    if (length < least) throw new KeepsakeError('quota-exceeded');
    await trx
      .updateTable('uploads')
      .set({ length })
      .where('id', '=', id)
      .where('account', '=', scope.account)
      .execute();
    await trx
      .updateTable('accounts')
      .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '+', length - before.length) }))
      .where('user_id', '=', scope.account)
      .execute();
    return length;
  });
}
