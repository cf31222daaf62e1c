import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../tables.ts';
import { prepared, preparedOfIds } from './prepared.ts';

const sqlite = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
} satisfies Omit<Dialect, 'createDriver'>;
const postgres = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
} satisfies Omit<Dialect, 'createDriver'>;

function openDatabase(dialect: Omit<Dialect, 'createDriver'>) {
  const ran: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const connection = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      ran.push({ sql, parameters });
      return { rows: [] };
    },
    streamQuery: () => expect.unreachable(),
  };
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return { db: new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => driver } }), ran };
}

test('a statement is built once for each engine, and runs as one that is built each time', async () => {
  let built = 0;
  const build = (db: Kysely<Tables>, { account, after }: { account: string; after: number }) => {
    built += 1;
    return db.selectFrom('changes').select('revision').where('account', '=', account).where('at', '>', after).limit(7);
  };
  const run = prepared(build);
  for (const dialect of [sqlite, postgres]) {
    const { db, ran } = openDatabase(dialect);
    const wanted = [
      { account: 'ada', after: 1 },
      { account: 'grace', after: 2 },
    ];
    built = 0;
    for (const one of wanted) await run(db, one);
    expect(built).toBe(1);
    await db.transaction().execute((trx) => run(trx, { account: 'alan', after: 3 }));
    expect(built).toBe(1);
    const direct = [...wanted, { account: 'alan', after: 3 }].map((one) => build(db, one).compile());
    expect(ran).toEqual(direct.map(({ sql, parameters }) => ({ sql, parameters })));
  }
});

test('a statement about one id is built once, one about several each time', async () => {
  let built = 0;
  const build = (db: Kysely<Tables>, account: string, ids: readonly string[]) => {
    built += 1;
    return db.selectFrom('entries').select('name').where('account', '=', account).where('id', 'in', ids);
  };
  const run = preparedOfIds(build);
  const { db, ran } = openDatabase(sqlite);
  const wanted = [['a'], ['b'], ['a', 'b'], ['c', 'd']];
  for (const ids of wanted) await run(db, 'ada', ids);
  expect(built).toBe(3);
  const direct = wanted.map((ids) => build(db, 'ada', ids).compile());
  expect(ran).toEqual(direct.map(({ sql, parameters }) => ({ sql, parameters })));
});
