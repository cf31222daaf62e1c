import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The column that each view of an account is ordered by. */
const views = {
  entries_starred: 'starred_at',
  entries_recent: 'content_at',
  entries_largest: 'sort_size',
};

/** What is starred, when content was stored, and what an account stores of each kind. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('starred_at', 'bigint').execute();
  await db.schema.alterTable('entries').addColumn('content_at', 'bigint').execute();
  await sql`
    update entries set content_at = (select created_at from versions where versions.id = entries.current_version)
    where kind = 'file'
  `.execute(db);
  for (const [index, column] of Object.entries(views))
    await sql`
      create index ${sql.ref(index)} on entries (account, ${sql.ref(column)}, id)
      where trashed_at is null and ${sql.ref(column)} > 0
    `.execute(db);
  await db.schema
    .createTable('stored_sums')
    .addColumn('account', 'text', (c) => c.notNull().references('accounts.user_id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_sums_pkey', ['account', 'what'])
    .execute();
  await fill(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter ? keepOnServer(db) : keepInFile(db));
}

async function fill(db: Kysely<never>): Promise<void> {
  await sql`
    insert into stored_sums (account, what, count, bytes)
    select account, sort_kind, count(*), sum(sort_size) from entries where kind = 'file' group by account, sort_kind
    union all
    select entries.account, 'version', count(*), sum(versions.size)
    from versions join entries on entries.id = versions.entry_id group by entries.account
  `.execute(db);
}

/** Each row that is added or removed changes the sums with it. */
async function keepInFile(db: Kysely<never>): Promise<void> {
  const add = sql`on conflict (account, what) do update set count = count + 1, bytes = bytes + excluded.bytes`;
  const addFile = sql`
    insert into stored_sums (account, what, count, bytes) values (new.account, new.sort_kind, 1, new.sort_size) ${add}
  `;
  const removeFile = sql`
    update stored_sums set count = count - 1, bytes = bytes - old.sort_size
    where account = old.account and what = old.sort_kind
  `;
  await sql`
    create trigger stored_file_added after insert on entries when new.kind = 'file' begin ${addFile}; end
  `.execute(db);
  await sql`
    create trigger stored_file_removed after delete on entries when old.kind = 'file' begin ${removeFile}; end
  `.execute(db);
  await sql`
    create trigger stored_file_changed after update of sort_kind, sort_size on entries
    when new.kind = 'file' and (old.sort_kind <> new.sort_kind or old.sort_size <> new.sort_size)
    begin ${removeFile}; ${addFile}; end
  `.execute(db);
  await sql`
    create trigger stored_version_added after insert on versions begin
      insert into stored_sums (account, what, count, bytes)
      select account, 'version', 1, new.size from entries where id = new.entry_id ${add};
    end
  `.execute(db);
  await sql`
    create trigger stored_version_removed after delete on versions begin
      update stored_sums set count = count - 1, bytes = bytes - old.size
      where account = (select account from entries where id = old.entry_id) and what = 'version';
    end
  `.execute(db);
}

/** The same for all rows of a statement together. */
async function keepOnServer(db: Kysely<never>): Promise<void> {
  const files = (rows: string, sign: string) => `
    select account, sort_kind as what, ${sign}count(*) as count, ${sign}sum(sort_size) as bytes
    from ${rows} where kind = 'file' group by account, sort_kind`;
  const versions = (rows: string, sign: string) => `
    select entries.account, 'version' as what, ${sign}count(*) as count, ${sign}sum(${rows}.size) as bytes
    from ${rows} join entries on entries.id = ${rows}.entry_id group by entries.account`;
  const steps = {
    stored_files_added: ['insert on entries referencing new table as added', files('added', '')],
    stored_files_removed: ['delete on entries referencing old table as removed', files('removed', '-')],
    stored_versions_added: ['insert on versions referencing new table as added', versions('added', '')],
    stored_versions_removed: ['delete on versions referencing old table as removed', versions('removed', '-')],
  };
  for (const [name, [event, gains]] of Object.entries(steps)) {
    await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(body(gains ?? ''))}`.execute(
      db,
    );
    await sql`
      create trigger ${sql.ref(name)} after ${sql.raw(event ?? '')}
      for each statement execute function ${sql.ref(name)}()
    `.execute(db);
  }
  const changed = `
    select account, what, sum(count) as count, sum(bytes) as bytes from (values
      (old.account, old.sort_kind, -1, -old.sort_size), (new.account, new.sort_kind, 1, new.sort_size)
    ) as changed(account, what, count, bytes) group by account, what`;
  await sql`
    create function stored_file_changed() returns trigger language plpgsql as ${sql.lit(body(changed))}
  `.execute(db);
  await sql`
    create trigger stored_file_changed after update of sort_kind, sort_size on entries for each row
    when (new.kind = 'file' and (old.sort_kind <> new.sort_kind or old.sort_size <> new.sort_size))
    execute function stored_file_changed()
  `.execute(db);
}

function body(gains: string): string {
  return `begin
    insert into stored_sums (account, what, count, bytes)
    select account, what, count, bytes from (${gains} order by 1, 2) as gains
    on conflict (account, what) do update set
      count = stored_sums.count + excluded.count, bytes = stored_sums.bytes + excluded.bytes;
    return null;
  end`;
}
