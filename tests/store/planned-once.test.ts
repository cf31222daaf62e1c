import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { findByName, readEntries } from '#server/drive/tree/records.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });

let db: Database;
beforeAll(async () => {
  const database = await openDatabase({ url: await freshDatabase({ hasTables: true }), file: tmpdir() });
  atEndOfFile(database.close);
  db = database.db;
});

test('PostgreSQL plans what each small request asks once for a connection, and everything else each time', async () => {
  await db.connection().execute(async (own) => {
    for (let times = 0; times < 3; times += 1) {
      await readEntries(own, ada, ['one that is gone']);
      await findByName(own, ada, null, 'Letters');
      await own.selectFrom('entries').select('id').where('account', '=', 'ada').execute();
    }
    const kept = sql<{ statement: string; from_sql: boolean }>`pg_prepared_statements`.as('kept');
    const statements = await own.selectFrom(kept).select('statement').where('from_sql', '=', false).execute();
    const shown = statements.map(({ statement }) => String(/^with|join "previews"|coalesce/.exec(statement)));
    expect(shown.toSorted()).toEqual(['coalesce', 'join "previews"', 'with']);
  });
});

test('a plan that was kept still fits when a later version has added columns', async () => {
  await db.connection().execute(async (own) => {
    const ask = () => Promise.all([readEntries(own, ada, ['one that is gone']), findByName(own, ada, null, 'Letters')]);
    await ask();
    for (const table of ['entries', 'versions', 'previews', 'folder_contents'])
      await sql`alter table ${sql.table(table)} add column later text`.execute(db);
    expect(await ask()).toEqual([new Map(), undefined]);
  });
});
