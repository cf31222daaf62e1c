import { expect, test } from 'vitest';
import { type SortKey, sortDirections, sortKeys } from '#contract/sort-orders.ts';
import { query } from '#tests/support/database/query.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

/** For each order its column and its index. */
const columns: Record<Exclude<SortKey, 'taken'>, [column: string, index: string]> = {
  created: ['created_at', 'entries_in_order'],
  name: ['sort_name', 'entries_sorted_by_name'],
  modified: ['modified_at', 'entries_sorted_by_modified'],
  size: ['sort_size', 'entries_sorted_by_size'],
  kind: ['sort_kind', 'entries_sorted_by_kind'],
};

/** PostgreSQL takes what costs least, which is none of the indexes while there are few rows. */
const onlyIndexes = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'].map((way) => `set enable_${way} = off`);

const byOneColumn = sortKeys.filter((sort) => sort !== 'taken');

test.each(byOneColumn.flatMap((sort) => sortDirections.map((direction) => [sort, direction] as const)))(
  'a page by %s %s is read from its index alone, and nothing is sorted',
  async (sort, direction) => {
    const server = await sharedServer();
    const isServer = Boolean(server.databaseUrl);
    const [column, index] = columns[sort];
    const value = sort === 'name' || sort === 'kind' ? `'a'` : '1';
    const page = `
      select * from entries left join versions on versions.id = entries.current_version
      where account = 'ada' and parent_id = 'folder' and kind = 'file' and trashed_at is null
      and (entries.${column}, entries.id) ${direction === 'asc' ? '>' : '<'} (${value}, 'file')
      order by entries.${column} ${direction}, entries.id ${direction} limit 200`;
    const rows = isServer
      ? await query(server, ...onlyIndexes, `explain ${page}`)
      : await query(server, `explain query plan ${page}`);
    const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
    expect(plan).toContain(index);
    // What the index leaves to be compared row by row would be a filter, what is not in its order a sort.
    expect(plan).not.toMatch(/B-TREE|Sort|Filter/);
    if (!isServer) expect(plan).toMatch(new RegExp(`parent_id=. AND kind=. AND \\(?${column}`));
  },
);

test.each([
  ['asc', 'taken_at is not null', "(taken_at, sort_name, id) > (1, 'a', 'file')", 'taken_at, sort_name, id'],
  [
    'desc',
    'taken_at is not null',
    "(taken_at, sort_name, id) < (1, 'a', 'file')",
    'taken_at desc, sort_name desc, id desc',
  ],
  ['without a date', 'taken_at is null', "(sort_name, id) > ('a', 'file')", 'taken_at, sort_name, id'],
])(
  'a page by the time it was taken, %s, is read from its index alone, and nothing is sorted',
  async (_, which, after, order) => {
    const server = await sharedServer();
    const page = `
    select * from entries where account = 'ada' and parent_id = 'folder' and kind = 'file' and trashed_at is null
    and ${which} and ${after} order by ${order} limit 200`;
    const rows = server.databaseUrl
      ? await query(server, ...onlyIndexes, `explain ${page}`)
      : await query(server, `explain query plan ${page}`);
    const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
    expect(plan).toContain('entries_sorted_by_taken');
    expect(plan).not.toMatch(/B-TREE|Sort|Filter/);
  },
);

test('the newest pictures of a folder are read from the index of kinds alone, and nothing is sorted', async () => {
  const server = await sharedServer();
  const isServer = Boolean(server.databaseUrl);
  const newest = `
    select id, current_version from entries
    where account = 'ada' and parent_id = 'folder' and kind = 'file' and sort_kind >= 'photo' and sort_kind <= 'photo'
    and trashed_at is null order by sort_kind desc, id desc limit 12`;
  const rows = isServer
    ? await query(server, ...onlyIndexes, `explain ${newest}`)
    : await query(server, `explain query plan ${newest}`);
  const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
  expect(plan).toContain('entries_sorted_by_kind');
  expect(plan).not.toMatch(/B-TREE|Sort|Filter/);
});
