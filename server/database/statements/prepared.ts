import type { Compilable, CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import { nameStatement } from '../driver/prepared-names.ts';
import type { Tables } from '../tables.ts';

/** Stands for a parameter while a statement is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** One for each name that is asked for. */
const placeholders: unknown = new Proxy({}, { get: (_target: object, name: string) => new Placeholder(name) });

/**
 * A statement that is built and compiled once for each engine and then only gets other parameters: for those that run with
 * every small request, where to build and to plan them takes longer than to run them. `build` may give what it gets of
 * `parameters` nowhere but to Kysely, as values; it names each column, and finds its rows by an id or another unique key, so
 * that no plan depends on the parameters. Returns the function that runs it, in a transaction or outside of one.
 */
export function prepared<Parameters extends Record<string, unknown>, Row>(
  build: (db: Kysely<Tables>, parameters: Parameters) => Compilable<Row>,
): (db: Kysely<Tables>, parameters: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<QueryExecutor['adapter'], CompiledQuery<Row>>();

  return async (db, parameters) => {
    const { adapter } = db.getExecutor();
    const statement = compiled.get(adapter) ?? compile(build(db, placeholders as Parameters));
    compiled.set(adapter, statement);
    const values = statement.parameters.map((one) => (one instanceof Placeholder ? parameters[one.name] : one));
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters: values });
    return rows;
  };
}

function compile<Row>(built: Compilable<Row>): CompiledQuery<Row> {
  const statement = built.compile();
  nameStatement(statement.sql);
  return statement;
}

/** The same for a statement about some ids of an account: it is built once for one id, as most requests have. */
export function preparedOfIds<Row>(
  build: (db: Kysely<Tables>, account: string, ids: readonly string[]) => Compilable<Row>,
): (db: Kysely<Tables>, account: string, ids: readonly string[]) => Promise<Row[]> {
  const ofOne = prepared((db, { account, id }: { account: string; id: string }) => build(db, account, [id]));

  return async (db, account, ids) => {
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) return await ofOne(db, { account, id });
    return (await db.executeQuery<Row>(build(db, account, ids))).rows;
  };
}
