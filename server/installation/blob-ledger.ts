import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/open.ts';

const pageSize = 1000;

/** What a blob store records of each blob: a `BlobLedger` (blobs/s3/ledger.ts). `now` returns milliseconds. */
export function createBlobLedger({ db, store, now }: { db: Database; store: string; now: () => number }) {
  return {
    async read(id: string): Promise<{ revision: string; state: string } | undefined> {
      return await db
        .selectFrom('blob_states')
        .select(['revision', 'state'])
        .where('store', '=', store)
        .where('blob_id', '=', id)
        .executeTakeFirst();
    },

    async write(id: string, state: string, after: string | undefined): Promise<string | undefined> {
      const values = { revision: randomUUID(), state, changed_at: now() };
      return (await (after === undefined ? insert(id, values) : update(id, values, after)))
        ? values.revision
        : undefined;
    },

    async remove(id: string, after: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('blob_states')
        .where('store', '=', store)
        .where('blob_id', '=', id)
        .where('revision', '=', after)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async *list(): AsyncGenerator<{ id: string; changedAt: number }> {
      for (let last = ''; ; ) {
        const rows = await db
          .selectFrom('blob_states')
          .select(['blob_id', 'changed_at'])
          .where('store', '=', store)
          .where('blob_id', '>', last)
          .orderBy('blob_id')
          .limit(pageSize)
          .execute();
        for (const { blob_id, changed_at } of rows) yield { id: blob_id, changedAt: changed_at };
        const lastRow = rows.at(-1);
        if (lastRow === undefined) return;
        last = lastRow.blob_id;
      }
    },
  };

  async function insert(id: string, values: { revision: string; state: string; changed_at: number }): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('blob_states')
      .values({ store, blob_id: id, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  async function update(
    id: string,
    values: { revision: string; state: string; changed_at: number },
    after: string,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('blob_states')
      .set(values)
      .where('store', '=', store)
      .where('blob_id', '=', id)
      .where('revision', '=', after)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}
