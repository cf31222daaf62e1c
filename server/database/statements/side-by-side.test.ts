import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Transaction,
} from 'kysely';
import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';
import { together } from './together.ts';

/** A database that answers when the test wants it to. */
function openDatabase() {
  const sent: { sql: string; answer: () => void; fail: (error: Error) => void }[] = [];
  const executeQuery = <Row>(query: CompiledQuery) =>
    new Promise<QueryResult<Row>>((resolve, reject) => {
      sent.push({ sql: query.sql, answer: () => resolve({ rows: [] }), fail: reject });
    });
  const connection = { executeQuery, streamQuery: () => expect.unreachable() };
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (of) => new SqliteIntrospector(of),
    },
  });
  return { db, sent };
}

test('statements are sent in their order, whether or not those before them are answered', async () => {
  const { db, sent } = openDatabase();
  const work = db.transaction().execute(async (begun) => {
    const trx = await sideBySide(begun);
    await together([sql`one`.execute(trx), sql`two`.execute(trx), sql`three`.execute(trx)]);
    await sql`four`.execute(trx);
  });
  await expect.poll(() => sent.map((one) => one.sql)).toEqual(['one', 'two', 'three']);
  for (const { answer } of sent) answer();
  await expect.poll(() => sent.length).toBe(4);
  sent[3]?.answer();
  await work;
});

test('whatever fails after the first failure fails because of it, also where one waits for several', async () => {
  const { db, sent } = openDatabase();
  const work = db.transaction().execute(async (begun) => {
    const trx = await sideBySide(begun);
    const inner = () => together([sql`one`.execute(trx), sql`two`.execute(trx)]);
    await together([inner(), sql`three`.execute(trx)]);
  });
  await expect.poll(() => sent.length).toBe(3);
  const [one, ...others] = sent;
  one?.fail(new Error('No space'));
  for (const { fail } of others) fail(new Error('The transaction is aborted'));
  await expect(work).rejects.toThrow('No space');
});

test('a statement after the end of the transaction is refused', async () => {
  const { db, sent } = openDatabase();
  let late: Transaction<unknown> | undefined;
  await db.transaction().execute(async (begun) => {
    late = await sideBySide(begun);
  });
  if (late === undefined) expect.unreachable();
  await expect(sql`one`.execute(late)).rejects.toThrow('already committed');
  expect(sent).toEqual([]);
});
