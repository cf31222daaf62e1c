import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrateAuthTables } from '#server/accounts/auth/auth-tables.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { readRows } from '#server/database/rows.ts';
import { inReferenceOrder, type TableDeclaration } from '#server/database/table-declaration.ts';
import { declaredTables, rebuildDerived, storedTables } from '#server/maintenance/declared-tables.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

describe('the tables of a database as the server makes them', () => {
  let db: Database;
  beforeAll(async () => {
    const file = join(tmpdir(), `keepsake-tables-${randomUUID()}.db`);
    const database = await openDatabase({ url: await freshDatabase(), file });
    atEndOfFile(async () => {
      await database.close();
      for (const ending of ['', '-wal', '-shm', '-reserve']) await rm(`${file}${ending}`, { force: true });
    });
    await migrateAuthTables(database.forAuth);
    db = database.db;
  });

  const namesInDatabase = async () =>
    (await db.introspection.getTables())
      .filter(({ isView }) => !isView)
      .map(({ name }) => name)
      // An index of `search_names`, which SQLite has as tables.
      .filter((name) => !name.startsWith('search_grams'))
      .toSorted();
  const declaredNames = () => declaredTables.map(({ name }) => name).toSorted();

  test('are all declared, so that no backup and no migration forgets one', async () => {
    expect(await namesInDatabase()).toEqual(declaredNames());
  });

  test('are not all declared once there is another one', async () => {
    await sql`create table forgotten (id text primary key)`.execute(db);
    expect(await namesInDatabase()).not.toEqual(declaredNames());
    await sql`drop table forgotten`.execute(db);
  });

  test('have the columns of their declarations, and an owner where a column names an account', async () => {
    const tables = await db.introspection.getTables();
    const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
    for (const table of declaredTables) {
      const own = 'columns' in table ? (table.columns ?? []) : [];
      const named = [...table.key, ...own, ...(table.references ?? []).map(({ column }) => column)];
      expect(columnsOf.get(table.name)).toEqual(expect.arrayContaining(named));
      if (table.owner === 'nobody') {
        const owners = columnsOf.get(table.name)?.filter((column) => /^(account|user_?id|made_by)$/i.test(column));
        expect([table.name, owners]).toEqual([table.name, []]);
      } else {
        expect(columnsOf.get(table.name)).toContain(table.owner.column);
        if ('of' in table.owner) expect(columnsOf.get(table.owner.of)).toContain(table.owner.key);
      }
      for (const { table: target, key } of table.references ?? []) expect(columnsOf.get(target)).toContain(key);
      for await (const rows of readRows(db, table)) expect(rows).toEqual([]);
    }
  });
});

describe('a declaration', () => {
  const table = (name: string, ...targets: string[]): TableDeclaration => ({
    name,
    key: ['id'],
    kind: 'stored',
    owner: 'nobody',
    references: targets.map((target) => ({ column: `${target}_id`, table: target, key: 'id' })),
  });

  test('puts a table after those that it refers to, and may refer to itself', () => {
    const ordered = inReferenceOrder([table('c', 'b', 'c'), table('b', 'a'), table('a')]);
    expect(ordered.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(() => inReferenceOrder([table('a', 'b'), table('b', 'a')])).toThrow('circle');
    expect(() => inReferenceOrder([table('a', 'missing')])).toThrow('not declared');
  });

  test('of a derived table keeps it out of backups and has it rebuilt', async () => {
    let rebuilt = 0;
    const derived: TableDeclaration = {
      name: 'words',
      key: ['word'],
      kind: 'derived',
      owner: 'nobody',
      rebuild: async () => void (rebuilt += 1),
    };
    await rebuildDerived({} as Database, [table('a'), derived]);
    expect(rebuilt).toBe(1);
    expect(storedTables.map(({ kind }) => kind)).toEqual(storedTables.map(() => 'stored'));
  });
});
