import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { inTurn } from '#server/drive/changes/in-turn.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';

/** A thumbnail as WebP, the size of the whole picture and a tiny data URI of it. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number; blur: string };

const maxTries = 3;
/** Thumbnails that are looked up together; nodes that find the same ones share them out. */
const batchSize = 20;

/** A blob of which a thumbnail is wanted. */
export type WantedThumbnail = { blobId: string; account: string };

/** The rows of `previews`: which thumbnails are wanted, and what became of each. */
export function createThumbnailQueue({ db, transactions }: { db: Database; transactions: Transactions }) {
  /** The last account of the batch before: the next one begins behind it. */
  let last = '';

  return {
    /**
     * The next blobs to make thumbnails of, the accounts in turn. Those that failed too often are given up when they are
     * met, and those of damaged blobs put aside, so that what is read is bounded however many wait.
     */
    async next(): Promise<WantedThumbnail[]> {
      for (;;) {
        const accounts = await nextAccounts();
        if (accounts.length === 0) return [];
        const perAccount = Math.ceil(batchSize / accounts.length);
        const found: WantedThumbnail[][] = [];
        for (const account of accounts) found.push(await firstOf(account, perAccount));
        last = accounts.at(-1) ?? '';
        const wanted = inTurn(found).slice(0, batchSize);
        if (wanted.length > 0) return wanted;
      }
    },

    async isWaiting(blobId: string): Promise<boolean> {
      const row = await db.selectFrom('previews').select('state').where('blob_id', '=', blobId).executeTakeFirst();
      return row?.state === 'waiting';
    },

    async countTries(blobId: string, by: 1 | -1): Promise<void> {
      await db
        .updateTable('previews')
        .set((eb) => ({ tries: eb('tries', '+', by) }))
        .where('blob_id', '=', blobId)
        .execute();
    },

    /** Records the outcome with a change for every file that shows it. Returns false when the blob no longer exists. */
    async settle(blobId: string, thumbnail: Thumbnail | undefined): Promise<boolean> {
      const owner = await db.selectFrom('blobs').select('account').where('id', '=', blobId).executeTakeFirst();
      if (owner === undefined) return false;
      const values =
        thumbnail === undefined
          ? { state: 'none' as const }
          : { state: 'made' as const, width: thumbnail.width, height: thumbnail.height, blur: thumbnail.blur };
      return await transactions.write(systemScope(owner.account), async ({ trx, changed }) => {
        const { numUpdatedRows } = await trx
          .updateTable('previews')
          .set(values)
          .where('blob_id', '=', blobId)
          .executeTakeFirstOrThrow();
        // Read while the account is locked, so that a file that reuses the blob meanwhile is included.
        const files = await trx.selectFrom('versions').select('entry_id').where('blob_id', '=', blobId).execute();
        for (const { entry_id } of files) changed(entry_id);
        return numUpdatedRows > 0n;
      });
    },
  };

  async function nextAccounts(): Promise<string[]> {
    const behind = await readAccounts(db, last, batchSize);
    if (behind.length === batchSize || last === '') return behind;
    const before = await readAccounts(db, '', batchSize - behind.length);
    return [...behind, ...before.filter((account) => account <= last)];
  }

  /** The first ones of an account that can be tried. */
  async function firstOf(account: string, count: number): Promise<WantedThumbnail[]> {
    const rows = await selectFirst(db, account, count).execute();
    const givenUp = rows.filter(({ tries }) => tries >= maxTries);
    const damaged = rows.filter(({ tries, damaged_at }) => tries < maxTries && damaged_at !== null);
    await putAside(givenUp, 'none');
    await putAside(damaged, 'damaged');
    return rows
      .filter((row) => !givenUp.includes(row) && !damaged.includes(row))
      .map(({ blob_id: blobId }) => ({ blobId, account }));
  }

  async function putAside(rows: { blob_id: string }[], state: 'none' | 'damaged'): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map(({ blob_id }) => blob_id);
    await db
      .updateTable('previews')
      .set({ state })
      .where('state', '=', 'waiting')
      .where('blob_id', 'in', ids)
      .execute();
  }
}

/** Accounts with waiting thumbnails behind one: a step in the index for each, however many wait. */
export function selectAccounts(after: string, count: number) {
  const next = (behind: ReturnType<typeof sql>) =>
    sql`(select min(account) from previews where state = 'waiting' and account > ${behind})`;
  return sql<{ account: string }>`
    with recursive turns(account) as (
      select ${next(sql`${after}`)} union all select ${next(sql`turns.account`)} from turns where account is not null
    )
    select account from turns where account is not null limit ${count}
  `;
}

/** Those that were tried least, the oldest first. */
export function selectFirst(db: Kysely<Tables>, account: string, count: number) {
  return db
    .selectFrom('previews')
    .innerJoin('blobs', 'blobs.id', 'previews.blob_id')
    .select(['previews.blob_id', 'previews.tries', 'blobs.damaged_at'])
    .where('previews.account', '=', account)
    .where('previews.state', '=', sql.lit('waiting'))
    .orderBy('previews.tries')
    .orderBy('previews.blob_id')
    .limit(count);
}

async function readAccounts(db: Database, after: string, count: number): Promise<string[]> {
  // As a table that is selected from, so that it is seen to be a read and waits for no write.
  const turns = sql<{ account: string }>`(${selectAccounts(after, count)})`.as('turns');
  const rows = await db.selectFrom(turns).select('account').execute();
  return rows.map(({ account }) => account);
}
