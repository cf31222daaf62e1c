import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What names are found by. The tables are filled by the server as it runs: a million names would take minutes here. */
export async function up(db: Kysely<never>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('search_accounts')
    .addColumn('number', isServer ? 'bigserial' : 'integer', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull().unique().references('accounts.user_id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('search_names')
    .addColumn('row', isServer ? 'bigint' : 'integer', (c) => c.primaryKey())
    .addColumn('entry_id', 'text', (c) => c.notNull().unique().references('entries.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('search_words')
    .addColumn('number', 'bigint', (c) => c.notNull().references('search_accounts.number').onDelete('cascade'))
    .addColumn('length', 'integer', (c) => c.notNull())
    .addColumn('word', isServer ? sql`text collate "C"` : 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_words_pkey', ['number', 'length', 'word'])
    .execute();
  await (isServer ? indexOnServer(db) : indexInFile(db));
}

/** Where the extension may not be created, names are found without an index. */
async function indexOnServer(db: Kysely<never>): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index search_names_grams on search_names using gin (key gin_trgm_ops);
    exception when others then
      null;
    end $$
  `.execute(db);
}

async function indexInFile(db: Kysely<never>): Promise<void> {
  await sql`
    create virtual table search_grams
    using fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii')
  `.execute(db);
  await sql`
    create trigger search_names_removed after delete on search_names begin
      delete from search_grams where rowid = old.row;
    end
  `.execute(db);
}
