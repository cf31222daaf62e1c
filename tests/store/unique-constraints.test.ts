import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrateAuthTables } from '#server/accounts/auth/auth-tables.ts';
import { type Database, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import type { EntryRow } from '#server/database/tables/drive-rows.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { uniqueConflict, uniqueConstraints } from '#server/database/unique-constraints.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createAnswerError } from '#server/errors/answer-error.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

const account = 'somebody';

describe.each([
  {
    engine: 'SQLite',
    url: () => Promise.resolve<string | undefined>(undefined),
    describeAll: describedBySqlite,
    key: 'columns' as const,
  },
  { engine: 'PostgreSQL', url: freshDatabase, describeAll: namedByPostgres, key: 'name' as const },
])('unique constraints of $engine', ({ url, describeAll, key }) => {
  let database: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-constraints-'));
    atEndOfFile(() => rm(folder, { recursive: true }));
    database = await openDatabase({ url: await url(), file: join(folder, 'keepsake.db') });
    atEndOfFile(database.close);
    await migrateAuthTables(database.forAuth);
    db = database.db;
  });

  test('all of the schema are listed, and no other', async () => {
    expect((await describeAll(db)).toSorted()).toEqual(uniqueConstraints.map((one) => one[key]).toSorted());
  });

  test('a name, an address and an id of an upload that are taken are told apart', async () => {
    const twice = async (insert: () => Promise<unknown>) => {
      await insert();
      return uniqueConflict(await insert().catch((error: unknown) => error));
    };
    expect(await twice(() => db.insertInto('entries').values(entry('lake.webp')).execute())).toBe('name-taken');
    const upload = uploadOf(randomUUID());
    expect(await twice(() => db.insertInto('uploads').values(upload).execute())).toBe('upload-taken');
    expect(await twice(() => insertUser(db, 'ada@example.org'))).toBe('address-taken');
  });

  test('a violation in a write is answered with its own code, and an unknown one as an internal error', async () => {
    const transactions = createTransactions({ db, now: Date.now, onCommit: () => {} });
    const lines: string[] = [];
    const answer = createAnswerError({
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
      requests: { run: (_ids: unknown, work: () => unknown) => work() as never, getStore: () => undefined },
      storageCodeOf,
    });
    const answerTo = async (values: EntryRow) =>
      answer(
        await transactions
          .write(ownScope({ kind: 'person', account }), ({ trx }) =>
            trx
              .insertInto('entries')
              .values([entry('first'), values])
              .execute(),
          )
          .catch((error: unknown) => error),
      );
    expect(await answerTo(entry('first'))).toMatchObject({ status: 409, body: { code: 'name-taken' } });
    expect(lines).toEqual([]);

    await sql`create unique index of_tomorrow on entries (modified_at) where modified_at > 0`.execute(db);
    const { status, body } = await answerTo({ ...entry('second'), modified_at: entry('first').modified_at });
    expect([status, body.code]).toEqual([500, 'internal-error']);
    expect(lines).toHaveLength(1);
  });
});

function entry(name: string): EntryRow {
  return {
    id: randomUUID(),
    account,
    parent_id: null,
    kind: 'folder',
    name,
    name_key: name,
    sort_name: name,
    sort_size: 0,
    sort_kind: '',
    created_at: 1,
    modified_at: name.length,
    trashed_at: null,
    current_version: null,
    starred_at: null,
    content_at: null,
    taken_at: null,
  };
}

function uploadOf(id: string): UploadRow {
  return {
    id,
    account,
    parent_id: null,
    name: 'lake.webp',
    length: 1,
    content_type: 'image/webp',
    modified_at: null,
    metadata: '{}',
    created_at: 1,
    expires_at: 2,
    sha256: null,
    if_generation: null,
    object_metadata: null,
    blob_id: 'b',
    unchecked_from: null,
    is_single_request: 0,
    told: null,
  };
}

async function insertUser(db: Kysely<Tables>, email: string): Promise<void> {
  const now = new Date().toISOString();
  await sql`
    insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${randomUUID()}, 'Ada', ${email}, ${sql.lit(false)}, ${now}, ${now})
  `.execute(db);
}

/** As messages of SQLite describe them. Tables of the migrator are written by nobody else. */
async function describedBySqlite(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select iif(sum(columns.name is null), 'index ''' || indexes.name || '''',
               group_concat(tables.name || '.' || columns.name, ', ' order by columns.seqno)) as text
    from pragma_table_list as tables, pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
    -- Not those that SQLite makes for itself behind an index of texts.
    where tables.type = 'table' and indexes."unique" = 1 and tables.name not like 'kysely_%'
    group by indexes.name
    union all -- The number of the row itself, which needs no index.
    select tables.name || '.' || columns.name from pragma_table_list as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk = 1 and lower(columns.type) = 'integer'
  `.execute(db);
  return rows.map(({ text }) => text);
}

async function namedByPostgres(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexes.relname as name
    from pg_index join pg_class as indexes on indexes.oid = indexrelid join pg_class as tables on tables.oid = indrelid
    where indisunique and tables.relnamespace = 'public'::regnamespace and tables.relname not like 'kysely_%'
  `.execute(db);
  return rows.map(({ name }) => name);
}
