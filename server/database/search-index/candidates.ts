import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isOnServer } from '../long-transaction.ts';
import type { Tables } from '../tables.ts';
import { bigint } from './account-rows.ts';
import { blockBits, gramBits, gramNumber } from './block-grams.ts';

export type Candidate = { row: number; entry_id: string; key: string };

type Wanted = {
  /** Parts of names that all have to be there. */
  parts: readonly string[];
  /** Their grams. */
  grams: readonly string[];
  /** What has to be true of their rows in `entries`. */
  conditions: readonly RawBuilder<unknown>[];
  /** The ids of the folders that they are in, which hold few enough entries to look at all of them. */
  folders?: RawBuilder<unknown> | undefined;
  /** From this row on, and before the other. */
  from: number;
  before: number;
  /** How many names with these parts are looked at. */
  looked: number;
  limit: number;
};

/** What was found, how many names were looked at for it, and the row before which the others are, unless these were all. */
type Found = { candidates: Candidate[]; looked: number; next: number | undefined };

/**
 * Names that may have these parts, the newest row first. Whether they have the parts is for the caller to see. One statement
 * both looks at names and finds those that the conditions let through.
 */
export async function readCandidates(db: Kysely<Tables>, wanted: Wanted): Promise<Found> {
  const { conditions, limit } = wanted;
  const entries =
    conditions.length === 0
      ? sql``
      : sql`cross join entries where entries.id = names.entry_id and ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<Candidate & { place: number }>`
    with looked as materialized (${lookedAt(db, wanted)}),
    names as materialized (
      select names."row", names.entry_id, names.key, row_number() over (order by names."row" desc) as place
      from looked cross join search_names as names where names."row" = looked."row"
    )
    select * from (
      select names.* from names ${entries} order by names."row" desc limit ${limit}
    ) as found
    union all select min("row"), '', '', count(*) from looked
  `.execute(db);
  const end = rows.findIndex(({ entry_id }) => entry_id === '');
  const { row: last, place: looked } = rows.splice(end, 1)[0] ?? { row: 0, place: 0 };
  const candidates = rows.toSorted((one, other) => other.row - one.row);
  const lastFound = candidates.at(-1);
  if (lastFound !== undefined && candidates.length === limit)
    return { candidates, looked: lastFound.place, next: lastFound.row };
  return { candidates, looked, next: looked < wanted.looked ? undefined : last };
}

function lookedAt(db: Kysely<Tables>, wanted: Wanted): RawBuilder<unknown> {
  if (wanted.folders !== undefined) return inFolders(db, wanted, wanted.folders);
  if (wanted.grams.length === 0) return all(wanted);
  return isOnServer(db) ? onServer(wanted) : inFile(wanted);
}

/** All entries of the folders one by one: few, but the planners may take them for many, and read all names instead. */
function inFolders(db: Kysely<Tables>, { parts, from, before, looked }: Wanted, folders: RawBuilder<unknown>) {
  const isServer = isOnServer(db);
  const place = isServer ? sql`strpos` : sql`instr`;
  const conditions = [
    sql`names."row" >= ${bigint(from)}`,
    sql`names."row" < ${bigint(before)}`,
    ...parts.map((part) => sql`${place}(names.key, ${part}) > 0`),
  ];
  // What has an offset is not merged with what is around it, so that its order stays.
  const names = isServer
    ? sql`
        (${folders}) as folder(id)
        cross join lateral (select id from entries where parent_id = folder.id offset 0) as inside
        cross join lateral (select "row", key from search_names where entry_id = inside.id offset 0) as names
        where ${sql.join(conditions, sql` and `)}
      `
    : sql`
        entries as inside cross join search_names as names
        where inside.parent_id in (${folders}) and names.entry_id = inside.id and ${sql.join(conditions, sql` and `)}
      `;
  return sql`select names."row" from ${names} order by names."row" desc limit ${looked}`;
}

function all({ from, before, looked }: Wanted): RawBuilder<unknown> {
  return sql`
    select "row" from search_names where "row" >= ${bigint(from)} and "row" < ${bigint(before)}
    order by "row" desc limit ${looked}
  `;
}

function inFile({ grams, from, before, looked }: Wanted): RawBuilder<unknown> {
  const match = grams.map((gram) => `"${gram}"`).join(' ');
  return sql`
    select rowid as "row" from search_grams
    where search_grams match ${match} and rowid >= ${bigint(from)} and rowid < ${bigint(before)}
    order by rowid desc limit ${looked}
  `;
}

/**
 * One block after the other, the newest first, until enough are found. The zeros keep the planner from reading the whole
 * block by the key of its rows, which have the wanted order.
 */
function onServer({ grams, from, before, looked }: Wanted): RawBuilder<unknown> {
  const wanted = grams.map((gram) => sql`(block << ${sql.lit(gramBits)}) + ${bigint(gramNumber(gram))}`);
  const newest = sql`
    select max("row") from search_names where "row" >= ${bigint(from)} and "row" < ${bigint(before)}
  `;
  return sql`
    select found."row" from generate_series(
      (${newest}) >> ${sql.lit(blockBits)}, ${bigint(from)} >> ${sql.lit(blockBits)}, -1
    ) as block cross join lateral (
      select "row" from search_names
      where grams @> array[${sql.join(wanted)}] and "row" + 0 < ${bigint(before)}
      order by "row" + 0 desc limit ${looked}
    ) as found limit ${looked}
  `;
}
