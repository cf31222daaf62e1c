import { type Kysely, sql } from 'kysely';
import { nameKey } from '#contract/names/names.ts';
import { naturalKey } from '#contract/names/natural-order.ts';
import { type Contents, findWrongContents, rootId } from '#server/database/folder-contents.ts';
import { readRows } from '#server/database/rows.ts';
import { findWrongSums } from '#server/database/stored-sums.ts';
import type { EntryRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Finding } from './finding.ts';
import { rowChecks } from './row-checks.ts';

/** A running server removes an expired upload within this time: it waits for up to an hour until its clock is settled. */
const expiredMs = 2 * 60 * 60 * 1000;

/** What can be checked in the database alone: references, versions, the tree, names, counters. */
export async function* checkRows(db: Kysely<Tables>, now: number): AsyncIterable<Finding> {
  let isTree = true;
  for (const { kind, table, what, find } of rowChecks) {
    const { rows } = await sql.raw<{ id: string }>(find).execute(db);
    if (kind === 'cycle' && rows.length > 0) isTree = false;
    for (const { id } of rows) yield { kind, subject: `${table} ${id}`, what };
  }
  yield* checkNameKeys(db);
  yield* checkCounts(db);
  // What is in a circle adds up to nothing.
  if (isTree) yield* checkContents(db);
  yield* checkSums(db);
  for (const { id } of await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', now - expiredMs)
    .execute())
    yield { kind: 'expired-upload', subject: `uploads ${id}`, what: 'it has expired: a running server removes it' };
}

const nameColumns = ['id', 'name', 'name_key', 'sort_name'] as const;

async function* checkNameKeys(db: Kysely<Tables>): AsyncIterable<Finding> {
  for await (const rows of readRows(db, { name: 'entries', key: ['id'], columns: nameColumns })) {
    for (const { id, name, name_key, sort_name } of rows as Pick<EntryRow, (typeof nameColumns)[number]>[])
      if (nameKey(name) !== name_key || naturalKey(name) !== sort_name)
        yield {
          kind: 'name',
          subject: `entries ${id}`,
          what: 'its name and its keys do not match, so it is not found by its name, or listed at the wrong place',
        };
  }
}

async function* checkCounts(db: Kysely<Tables>): AsyncIterable<Finding> {
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'used_bytes', 'reserved_bytes', 'used_entries'])
    .select((eb) => [
      eb
        .selectFrom('blobs')
        .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('n'))
        .whereRef('blobs.account', '=', 'accounts.user_id')
        .as('used'),
      eb
        .selectFrom('uploads')
        .select(sql<number>`cast(coalesce(sum(length), 0) as bigint)`.as('n'))
        .whereRef('uploads.account', '=', 'accounts.user_id')
        .as('reserved'),
      eb
        .selectFrom('entries')
        .select((entries) => entries.fn.countAll<number>().as('n'))
        .whereRef('entries.account', '=', 'accounts.user_id')
        .as('entries'),
    ])
    .execute();
  for (const row of rows) {
    for (const [column, to] of [
      ['used_bytes', row.used] as const,
      ['reserved_bytes', row.reserved] as const,
      ['used_entries', row.entries] as const,
    ]) {
      const from = row[column];
      if (to === null || from === to) continue;
      yield {
        kind: 'counter',
        subject: `accounts ${row.user_id}`,
        what: `${column} is ${from}, but its rows add up to ${to}`,
        fix: { kind: 'count', account: row.user_id, column, from, to },
      };
    }
  }
}

async function* checkContents(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { account, folder, from, to } of await findWrongContents(db))
    yield {
      kind: 'contents',
      subject: `folder_contents ${account}${folder === rootId ? '' : `/${folder}`}`,
      what: `it holds ${written(from)}, but its rows add up to ${written(to)}`,
      fix: { kind: 'contents', account, folder, from, to },
    };
}

async function* checkSums(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { account, what, from, to } of await findWrongSums(db))
    yield {
      kind: 'counter',
      subject: `stored_sums ${account}/${what}`,
      what: `it is ${from.count} of ${from.bytes} bytes, but its rows add up to ${to.count} of ${to.bytes} bytes`,
      fix: { kind: 'sum', account, what, from, to },
    };
}

function written({ folders, files, bytes }: Contents): string {
  return `${folders} folders, ${files} files, ${bytes} bytes`;
}
