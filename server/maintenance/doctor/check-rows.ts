import { type Kysely, sql } from 'kysely';
import { nameKey } from '#contract/names.ts';
import { readRows } from '#server/database/rows.ts';
import type { EntryRow, Tables } from '#server/database/tables.ts';
import type { Finding } from './finding.ts';

/** Rows that should not be there: a select of their `id`, and what is wrong with them. */
type RowCheck = { kind: Finding['kind']; table: string; what: string; find: string };

const rowChecks: RowCheck[] = [
  reference('entries', 'account', 'accounts', 'user_id'),
  reference('entries', 'parent_id', 'entries', 'id', "and above.account = here.account and above.kind = 'folder'"),
  reference('versions', 'entry_id', 'entries', 'id', "and above.kind = 'file'"),
  reference('versions', 'blob_id', 'blobs', 'id', 'and above.size = here.size'),
  reference('blobs', 'account', 'accounts', 'user_id'),
  reference('accounts', 'user_id', '"user"', 'id'),
  reference('uploads', 'account', 'accounts', 'user_id'),
  reference('previews', 'blob_id', 'blobs', 'id'),
  reference('small_blobs', 'blob_id', 'blobs', 'id'),
  reference('blob_sums', 'blob_id', 'blobs', 'id'),
  reference('download_tokens', 'entry_id', 'entries', 'id', "and above.account = here.account and above.kind = 'file'"),
  reference('app_passwords', 'account', '"user"', 'id'),
  {
    kind: 'reference',
    table: 'versions',
    what: 'its bytes belong to another account than its file',
    find: 'select versions.id from versions join entries on entries.id = versions.entry_id join blobs on blobs.id = versions.blob_id where blobs.account <> entries.account',
  },
  {
    kind: 'version',
    table: 'entries',
    what: 'the version that it shows is not one of its own',
    find: "select here.id from entries here where here.kind = 'file' and not exists (select 1 from versions where versions.id = here.current_version and versions.entry_id = here.id)",
  },
  {
    kind: 'version',
    table: 'entries',
    what: 'it is a folder and shows a version',
    find: "select id from entries where kind = 'folder' and current_version is not null",
  },
  {
    kind: 'cycle',
    table: 'entries',
    what: 'it lies in itself, or in a folder that does',
    find: 'with recursive tree(id) as (select here.id from entries here where not exists (select 1 from entries above where above.id = here.parent_id) union all select below.id from entries below join tree on below.parent_id = tree.id) select entries.id from entries left join tree on tree.id = entries.id where tree.id is null',
  },
  {
    kind: 'name',
    table: 'entries',
    what: 'another live entry of its folder has the same name',
    find: "select here.id from entries here join (select account, coalesce(parent_id, '') as parent, name_key from entries where trashed_at is null group by account, coalesce(parent_id, ''), name_key having count(*) > 1) twice on twice.account = here.account and twice.parent = coalesce(here.parent_id, '') and twice.name_key = here.name_key where here.trashed_at is null",
  },
  {
    kind: 'unused-blob',
    table: 'blobs',
    what: 'no version shows it, and it counts as used',
    find: 'select id from blobs where not exists (select 1 from versions where versions.blob_id = blobs.id)',
  },
  {
    kind: 'small-blob',
    table: 'small_blobs',
    what: 'its bytes in the database have another size than was kept',
    find: 'select blob_id as id from small_blobs join blobs on blobs.id = small_blobs.blob_id where length(bytes) <> size',
  },
  {
    kind: 'damaged',
    table: 'blobs',
    what: 'it was found damaged: bring its bytes back from a backup',
    find: 'select id from blobs where damaged_at is not null',
  },
];

/** A while after which the janitor of a running server has surely come by. */
const expiredMs = 60 * 60 * 1000;

/** What the rows alone tell: references, versions, the tree, names, counts. */
export async function* checkRows(db: Kysely<Tables>, now: number): AsyncIterable<Finding> {
  for (const { kind, table, what, find } of rowChecks) {
    const { rows } = await sql.raw<{ id: string }>(find).execute(db);
    for (const { id } of rows) yield { kind, subject: `${table} ${id}`, what };
  }
  yield* checkNameKeys(db);
  yield* checkCounts(db);
  for (const { id } of await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', now - expiredMs)
    .execute())
    yield { kind: 'expired-upload', subject: `uploads ${id}`, what: 'it is expired: a server that runs gives it up' };
}

async function* checkNameKeys(db: Kysely<Tables>): AsyncIterable<Finding> {
  for await (const rows of readRows(db, { name: 'entries', key: ['id'], columns: ['id', 'name', 'name_key'] })) {
    for (const { id, name, name_key } of rows as Pick<EntryRow, 'id' | 'name' | 'name_key'>[])
      if (nameKey(name) !== name_key)
        yield { kind: 'name', subject: `entries ${id}`, what: 'it is not found by its name' };
  }
}

async function* checkCounts(db: Kysely<Tables>): AsyncIterable<Finding> {
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'used_bytes', 'reserved_bytes'])
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
    ])
    .execute();
  for (const row of rows) {
    for (const [column, to] of [['used_bytes', row.used] as const, ['reserved_bytes', row.reserved] as const]) {
      const from = row[column];
      if (to === null || from === to) continue;
      yield {
        kind: 'counter',
        subject: `accounts ${row.user_id}`,
        what: `${column} is ${from}, and its rows add up to ${to}`,
        fix: { kind: 'count', account: row.user_id, column, from, to },
      };
    }
  }
}

/** Rows whose column names a row that is not there, or is none of theirs. */
function reference(table: string, column: string, to: string, key: string, and = ''): RowCheck {
  const id = { accounts: 'user_id', previews: 'blob_id', small_blobs: 'blob_id', blob_sums: 'blob_id' }[table] ?? 'id';
  return {
    kind: 'reference',
    table,
    what: `its ${column} names nothing that it may`,
    find: `select distinct here.${id} as id from ${table} here where here.${column} is not null and not exists (select 1 from ${to} above where above.${key} = here.${column} ${and})`,
  };
}
