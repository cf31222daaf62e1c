import { Readable } from 'node:stream';
import { maxFileBytes } from '#contract/limits.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { quotaLeft } from './quota.ts';

/** Space is reserved ahead in steps that double each time, from the first to the largest, in bytes. */
const firstStepBytes = 1024 ** 2;
const largestStepBytes = 64 * 1024 ** 2;

/** The length that an upload begins with when its length is not known. */
export const openLength = 1;

/**
 * Passes on bytes of unknown length and reserves space for them before they are written. Until `settleUpload`, the
 * declared length is always greater than the bytes received, so that what a crash leaves is never taken for the whole
 * file. The stream fails with quota-exceeded, file-too-large.
 */
export function reserveWhileReading(
  transactions: Transactions,
  scope: Scope,
  id: string,
  bytes: AsyncIterable<Buffer>,
): Readable {
  return Readable.from(metered(), { objectMode: false });

  async function* metered() {
    let received = 0;
    let reserved = openLength;
    let step = firstStepBytes;
    for await (const piece of bytes) {
      received += piece.length;
      if (received > maxFileBytes) throw new KeepsakeError('file-too-large', { data: { maxBytes: maxFileBytes } });
      if (received >= reserved) {
        reserved = await setLength(transactions, scope, id, { least: received + 1, wanted: received + step });
        step = Math.min(step * 2, largestStepBytes);
      }
      yield piece;
    }
  }
}

/** What is known of an upload only when all its bytes are stored. */
type Settled = Pick<UploadRow, 'length' | 'content_type' | 'object_metadata'>;

/** Declares the length of an upload once all its bytes are stored, and releases the space that it did not need. */
export async function settleUpload(
  transactions: Transactions,
  scope: Scope,
  id: string,
  { length, ...others }: Settled,
): Promise<void> {
  await setLength(transactions, scope, id, { least: length, wanted: length }, others);
}

/** Declares the wanted length, or as much of it as the quota permits, and returns it. Throws upload-not-found, quota-exceeded. */
async function setLength(
  transactions: Transactions,
  scope: Scope,
  id: string,
  { least, wanted }: { least: number; wanted: number },
  others: Omit<Settled, 'length'> | object = {},
): Promise<number> {
  return await transactions.write(scope, async (write) => {
    const { trx } = write;
    const before = await trx
      .selectFrom('uploads')
      .select('length')
      .where('id', '=', id)
      .where('account', '=', scope.account)
      .executeTakeFirst();
    if (before === undefined) throw new KeepsakeError('upload-not-found');
    const length = Math.min(wanted, before.length + (await quotaLeft(write)));
    if (length < least) throw new KeepsakeError('quota-exceeded');
    await trx
      .updateTable('uploads')
      .set({ length, ...others })
      .where('id', '=', id)
      .where('account', '=', scope.account)
      .execute();
    write.used(0, length - before.length);
    return length;
  });
}
