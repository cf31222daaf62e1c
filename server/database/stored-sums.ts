import { type Kysely, sql } from 'kysely';
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

export type WrongSum = { account: string; what: string; column: 'count' | 'bytes'; from: number; to: number };

/** The sums that are others than the rows add up to. */
export async function findWrongSums(db: Kysely<Tables>): Promise<WrongSum[]> {
  type Row = { account: string; what: string } & Record<'count' | 'bytes' | 'kept_count' | 'kept_bytes', number>;
  const { rows } = await sql<Row>`
    with counted as (${counted}),
    ids(account, what) as (select account, what from counted union select account, what from stored_sums)
    select ids.account, ids.what, coalesce(counted.count, 0) as count, coalesce(counted.bytes, 0) as bytes,
      coalesce(kept.count, 0) as kept_count, coalesce(kept.bytes, 0) as kept_bytes
    from ids
    left join counted on counted.account = ids.account and counted.what = ids.what
    left join stored_sums as kept on kept.account = ids.account and kept.what = ids.what
    where coalesce(counted.count, 0) <> coalesce(kept.count, 0) or coalesce(counted.bytes, 0) <> coalesce(kept.bytes, 0)
    order by ids.account, ids.what
  `.execute(db);
  return rows.flatMap(({ account, what, ...sums }) =>
    (['count', 'bytes'] as const)
      .map((column) => ({ account, what, column, from: sums[`kept_${column}`], to: sums[column] }))
      .filter(({ from, to }) => from !== to),
  );
}
