import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isOnServer } from '../long-transaction.ts';
import type { Tables } from '../tables.ts';
import { bigint, rowsOfAccount } from './account-rows.ts';

/** Where the names of an account are, and the change up to which they are indexed. */
export type Indexed = { account: string; number: number; revision: number };

/** An entry that was changed since the names of its account were indexed. */
export type Changed = {
  id: string;
  /** The name that it has. */
  name: string;
  /** Its row in the index, or the one that it is going to have there; newer ones have greater numbers. */
  row: number;
  /** The name by which it is in the index; null if it is not. */
  key: string | null;
  /** Whether it meets the conditions. */
  fits: boolean;
};

type Wanted = {
  /** What has to be true of their rows in `entries`. */
  conditions?: readonly RawBuilder<unknown>[];
  /** The last change that is read; none unless given. */
  to?: number;
};

/**
 * The entries of the changes that are not indexed yet, in the order of their first one. Those that are not in the index go
 * into its next rows in this order.
 */
export async function readTail(
  db: Kysely<Tables>,
  { account, number, revision }: Indexed,
  { conditions = [], to }: Wanted = {},
): Promise<Changed[]> {
  const fits = conditions.length === 0 ? sql`true` : sql`coalesce(${sql.join(conditions, sql` and `)}, false)`;
  const last = to === undefined ? sql`` : sql`and revision <= ${to}`;
  const { rows } = await sql<Omit<Changed, 'row' | 'fits'> & { row: number | null; next: number; fits: unknown }>`
    with changed as materialized (
      select entry_id, min(revision) as first from changes
      where account = ${account} and revision > ${revision} ${last} group by entry_id
    )
    select entries.id, entries.name, entries.fits, names."row", names.key, ${nextOf(number)} as next
    from changed ${isOnServer(db) ? onServer(fits) : inFile(fits)}
    order by changed.first
  `.execute(db);
  let added = 0;
  return rows.map(({ row, next, fits: is, ...changed }) => ({
    ...changed,
    row: row ?? next + added++,
    fits: Boolean(is),
  }));
}

/** The row that the next name of an account gets. */
export async function nextRow(db: Kysely<Tables>, number: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`select ${nextOf(number)} as next`.execute(db);
  return rows[0]?.next ?? rowsOfAccount(number).from;
}

function nextOf(number: number): RawBuilder<unknown> {
  const { from, before } = rowsOfAccount(number);
  return sql`coalesce(
    (select max("row") + 1 from search_names where "row" >= ${bigint(from)} and "row" < ${bigint(before)}),
    ${bigint(from)}
  )`;
}

/** One by one: they are few, but the planner may take them for many, and read all entries and names instead. */
function onServer(fits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cross join lateral (select id, name, ${fits} as fits from entries where id = changed.entry_id offset 0) as entries
    left join lateral (select "row", key from search_names where entry_id = changed.entry_id offset 0) as names on true
  `;
}

function inFile(fits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cross join (select *, ${fits} as fits from entries) as entries on entries.id = changed.entry_id
    left join search_names as names on names.entry_id = changed.entry_id
  `;
}
