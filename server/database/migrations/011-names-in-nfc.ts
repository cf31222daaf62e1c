import { type Kysely, sql } from 'kysely';

const rowsAtOnce = 500;

type Named = { id: string; name: string; name_key: string };

/**
 * Names are compared in their NFC form; before, their case was folded too. No two keys can become equal, since the new ones
 * tell more names apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Named>`
      select id, name, name_key from entries where id > ${last} order by id limit ${rowsAtOnce}
    `.execute(db);
    const changed = rows.filter(({ name, name_key }) => name.normalize('NFC') !== name_key);
    const composed = changed.filter(({ name }) => name.normalize('NFC') === name).map(({ id }) => id);
    if (composed.length > 0)
      await sql`update entries set name_key = name where id in (${sql.join(composed)})`.execute(db);
    for (const { id, name } of changed)
      if (!composed.includes(id))
        await sql`update entries set name_key = ${name.normalize('NFC')} where id = ${id}`.execute(db);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    last = lastRow.id;
  }
}
