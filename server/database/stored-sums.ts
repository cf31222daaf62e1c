import { type Kysely, sql } from 'kysely';
import { replaceIfUnchanged } from './replace-if-unchanged.ts';
import type { Tables } from './tables.ts';

/** What the rows add up to: see `StoredSumRow`. */
const counted = sql`
  select account, sort_kind as what, count(*) as count, cast(sum(sort_size) as bigint) as bytes
  from entries where kind = 'file' group by account, sort_kind
  union all
  select entries.account, 'version', count(*), cast(sum(versions.size) as bigint)
  from versions join entries on entries.id = versions.entry_id group by entries.account
`;

/** Fills the table from the entries and versions. */
export async function rebuildSums(trx: Kysely<Tables>): Promise<void> {
  await sql`delete from stored_sums`.execute(trx);
  await sql`insert into stored_sums (account, what, count, bytes) ${counted}`.execute(trx);
}

/** How many versions the files of a row of accounts have beside their current ones. */
export const earlierVersions = sql<number>`(
  select cast(coalesce(sum(case when what = 'version' then count else -count end), 0) as bigint)
  from stored_sums where account = accounts.user_id
)`;

export type StoredSum = { count: number; bytes: number };

/** A sum as it is stored, and as it is counted. */
export type WrongSum = { account: string; what: string; from: StoredSum; to: StoredSum };

/** The sums that are others than the rows add up to. */
export async function findWrongSums(db: Kysely<Tables>): Promise<WrongSum[]> {
  const { rows } = await sql<
    { account: string; what: string } & StoredSum & { stored_count: number; stored_bytes: number }
  >`
    with counted as (${counted}),
    ids(account, what) as (select account, what from counted union select account, what from stored_sums)
    select ids.account, ids.what, coalesce(counted.count, 0) as count, coalesce(counted.bytes, 0) as bytes,
      coalesce(stored.count, 0) as stored_count, coalesce(stored.bytes, 0) as stored_bytes
    from ids
    left join counted on counted.account = ids.account and counted.what = ids.what
    left join stored_sums as stored on stored.account = ids.account and stored.what = ids.what
    where coalesce(counted.count, 0) <> coalesce(stored.count, 0) or coalesce(counted.bytes, 0) <> coalesce(stored.bytes, 0)
    order by ids.account, ids.what
  `.execute(db);
  return rows.map(({ account, what, count, bytes, stored_count, stored_bytes }) => ({
    account,
    what,
    from: { count: stored_count, bytes: stored_bytes },
    to: { count, bytes },
  }));
}

/** Sets a sum unless it has changed; returns whether it did. */
export function replaceSum(db: Kysely<Tables>, { account, what, from, to }: WrongSum): Promise<boolean> {
  return replaceIfUnchanged(db, 'stored_sums', { account, what }, { from, to });
}
