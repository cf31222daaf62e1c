import { type Kysely, PostgresAdapter, sql } from 'kysely';

const rowsAtOnce = 500;

type Entry = { id: string; name: string; size: number | null; content_type: string | null };

const indexes = {
  entries_sorted_by_name: 'sort_name',
  entries_sorted_by_modified: 'modified_at',
  entries_sorted_by_size: 'sort_size',
  entries_sorted_by_kind: 'sort_kind',
};

/** What folders are listed by beside the time of creation: name, time of modification, size and kind. */
export async function up(db: Kysely<never>): Promise<void> {
  // Compared by code points, whatever the language of the database.
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
  for (const column of ['sort_name', 'sort_kind'])
    await db.schema
      .alterTable('entries')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema
    .alterTable('entries')
    .addColumn('sort_size', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await fill(db);
  for (const [index, column] of Object.entries(indexes))
    await db.schema
      .createIndex(index)
      .on('entries')
      .columns(['account', 'parent_id', 'kind', column, 'id'])
      .where(sql.ref('trashed_at'), 'is', null)
      .execute();
}

async function fill(db: Kysely<never>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Entry>`
      select entries.id, entries.name, versions.size, versions.content_type from entries
      left join versions on versions.id = entries.current_version
      where entries.id > ${last} order by entries.id limit ${rowsAtOnce}
    `.execute(db);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    const values = rows.map(
      ({ id, name, size, content_type }) =>
        sql`(${id}, ${naturalKey(name)}, cast(${size ?? 0} as bigint), ${content_type === null ? '' : kindOf(content_type)})`,
    );
    await sql`
      with keys(id, name, size, kind) as (values ${sql.join(values)})
      update entries set sort_name = keys.name, sort_size = keys.size, sort_kind = keys.kind
      from keys where keys.id = entries.id
    `.execute(db);
    last = lastRow.id;
  }
}

/** As contract/names/natural-order.ts made them when this step was written. */
function naturalKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();
  const key = folded.replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return String(value.length).padStart(3, '0') + value;
  });
  return Array.from(key).slice(0, 120).join('');
}

const kinds = [
  ['photo', /^image\//],
  ['video', /^video\//],
  ['audio', /^audio\//],
  ['pdf', /^application\/pdf$/],
  ['text', /^(text\/|application\/(json|xml|yaml|toml|rtf|javascript|sql))/],
  ['archive', /(zip|x-tar|gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd)/],
] as const;

/** As contract/kinds.ts. */
function kindOf(contentType: string): string {
  return kinds.find(([, pattern]) => pattern.test(contentType))?.[0] ?? 'unknown';
}
