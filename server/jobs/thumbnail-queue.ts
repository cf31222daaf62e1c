import { type Kysely, sql } from 'kysely';
import type { OwnFacts } from '#contract/records/facts.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { inTurn } from '#server/drive/changes/in-turn.ts';
import type { Transactions, Write } from '#server/drive/changes/transactions.ts';
import { announceFacts } from '#server/drive/facts/told-facts.ts';
import { type Picture, recordPicture } from '#server/drive/files/made-pictures.ts';
import { factsColumns } from './facts-columns.ts';

/** What was found in a file; `facts` is undefined when it could not be read. */
export type Reading = {
  picture: Picture | undefined;
  facts: OwnFacts | undefined;
  /** Whether it is a film or a sound that has no picture only because the machine lacks what decodes it. */
  lacksDecoder?: boolean;
};

const maxTries = 3;
/** Of the kinds of files that are looked into (contract/kinds.ts). The same bytes may have been stored before as something else. */
const readTypes = ['image/%', 'video/%', 'audio/%', 'application/pdf'];
/** Files that are looked up together; nodes that find the same ones share them out. */
const batchSize = 20;

/** A blob that is to be read. */
export type WantedReading = { blobId: string; account: string };

/** The rows of `facts` and `previews`: which files are to be read, and what became of each. */
export function createThumbnailQueue({ db, transactions }: { db: Database; transactions: Transactions }) {
  /** The last account of the batch before: the next one begins behind it. */
  let last = '';

  return {
    /**
     * The next blobs to read, the accounts in turn. Those that failed too often are given up when they are
     * met, and damaged ones put aside, so that what is read is bounded however many wait.
     */
    async next(): Promise<WantedReading[]> {
      for (;;) {
        const accounts = await nextAccounts();
        if (accounts.length === 0) return [];
        const perAccount = Math.ceil(batchSize / accounts.length);
        const found: WantedReading[][] = [];
        for (const account of accounts) found.push(await firstOf(account, perAccount));
        last = accounts.at(-1) ?? '';
        const wanted = inTurn(found).slice(0, batchSize);
        if (wanted.length > 0) return wanted;
      }
    },

    /**
     * The blob with the type and the name of the first file that shows it, and whose type is one that is looked into, if there is
     * one; undefined if it is not to be read any more.
     */
    async waiting(blobId: string) {
      const shown = db
        .selectFrom('facts')
        .innerJoin('blobs', 'blobs.id', 'facts.blob_id')
        .innerJoin('versions', 'versions.blob_id', 'blobs.id')
        .innerJoin('entries', 'entries.id', 'versions.entry_id')
        .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'versions.content_type', 'entries.name'])
        .where('facts.blob_id', '=', blobId)
        .where('facts.state', '=', 'waiting')
        .orderBy('versions.id')
        .limit(1);
      const told = shown.where((eb) => eb.or(readTypes.map((type) => eb('versions.content_type', 'like', type))));
      return (await told.executeTakeFirst()) ?? (await shown.executeTakeFirst());
    },

    /** Has films and sounds read again that were not decoded for want of a decoder. */
    async wantUndecoded(): Promise<void> {
      const undecoded = db.updateTable('facts').where('lacks_decoder', '=', sql.lit(1));
      await undecoded.set({ state: 'waiting', is_later: 1, tries: 0, lacks_decoder: 0 }).execute();
    },

    async countTries(blobId: string, by: 1 | -1): Promise<void> {
      await db
        .updateTable('facts')
        .set((eb) => ({ tries: eb('tries', '+', by) }))
        .where('blob_id', '=', blobId)
        .execute();
    },

    /** Records the outcome with a change for every file that shows it. Returns false when the blob no longer exists. */
    async settle(blobId: string, reading: Reading): Promise<boolean> {
      const owner = await db.selectFrom('blobs').select('account').where('id', '=', blobId).executeTakeFirst();
      if (owner === undefined) return false;
      return await transactions.write(systemScope(owner.account), (write) => settleNow(write, blobId, reading));
    },
  };

  async function nextAccounts(): Promise<string[]> {
    const behind = await readAccounts(db, last, batchSize);
    if (behind.length === batchSize || last === '') return behind;
    const first = await readAccounts(db, '', batchSize - behind.length);
    // Only the database knows which of two accounts comes first.
    return [...new Set([...behind, ...first])];
  }

  /** The first ones of an account that can be tried. */
  async function firstOf(account: string, count: number): Promise<WantedReading[]> {
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
    await db.updateTable('facts').set({ state }).where('state', '=', 'waiting').where('blob_id', 'in', ids).execute();
    if (state === 'none') await withoutPicture(db, ids);
  }
}

async function settleNow(write: Write, blobId: string, reading: Reading): Promise<boolean> {
  const { trx } = write;
  const { picture, facts, lacksDecoder = false } = reading;
  const values = facts === undefined ? undefined : factsColumns(facts);
  const { numUpdatedRows } = await trx
    .updateTable('facts')
    .set(values === undefined ? { state: 'none' } : { state: 'read', ...values })
    .set({ lacks_decoder: Number(lacksDecoder) })
    .where('blob_id', '=', blobId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  if (picture === undefined) await withoutPicture(trx, [blobId]);
  else await recordPicture(trx, blobId, picture);
  await announceFacts(write, [blobId]);
  return true;
}

/** A thumbnail that was made before stays. */
async function withoutPicture(db: Kysely<Tables>, blobIds: readonly string[]): Promise<void> {
  const waiting = db.updateTable('previews').where('blob_id', 'in', blobIds).where('state', '=', 'waiting');
  await waiting.set({ state: 'none' }).execute();
}

/** Accounts with waiting files behind one: a step in the index for each, however many wait. */
export function selectAccounts(after: string, count: number) {
  const next = (behind: ReturnType<typeof sql>) =>
    sql`(select min(account) from facts where state = 'waiting' and account > ${behind})`;
  return sql<{ account: string }>`
    with recursive turns(account) as (
      select ${next(sql`${after}`)} union all select ${next(sql`turns.account`)} from turns where account is not null
    )
    select account from turns where account is not null limit ${count}
  `;
}

/** What is new first; of that what was tried least, the oldest first. */
export function selectFirst(db: Kysely<Tables>, account: string, count: number) {
  return db
    .selectFrom('facts')
    .innerJoin('blobs', 'blobs.id', 'facts.blob_id')
    .select(['facts.blob_id', 'facts.tries', 'blobs.damaged_at'])
    .where('facts.account', '=', account)
    .where('facts.state', '=', sql.lit('waiting'))
    .orderBy('facts.is_later')
    .orderBy('facts.tries')
    .orderBy('facts.blob_id')
    .limit(count);
}

async function readAccounts(db: Database, after: string, count: number): Promise<string[]> {
  // As a table that is selected from, so that it is seen to be a read and waits for no write.
  const turns = sql<{ account: string }>`(${selectAccounts(after, count)})`.as('turns');
  const rows = await db.selectFrom(turns).select('account').execute();
  return rows.map(({ account }) => account);
}
