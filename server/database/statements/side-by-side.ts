import { type ConnectionProvider, type Dialect, DummyDriver, Transaction } from 'kysely';

/**
 * The transaction, with statements that need not wait for those before them to be answered (see together.ts): Kysely sends
 * one at a time, which costs a message to the thread of SQLite and back, or a way to PostgreSQL and back, for each. Each engine
 * runs the statements of a connection in the order in which they were sent, whoever waits for them. Whatever fails throws the
 * error of the statement that failed first.
 */
export async function sideBySide<Tables>(trx: Transaction<Tables>): Promise<Transaction<Tables>> {
  const executor = trx.getExecutor();
  const connection = await executor.provideConnection(async (held) => held);
  let first: { error: unknown } | undefined;
  const provider: ConnectionProvider = {
    async provideConnection(consumer) {
      try {
        return await consumer(connection);
      } catch (error) {
        // What fails after it fails because of it: PostgreSQL says no more of it than that the transaction is aborted.
        first ??= { error };
        throw first.error;
      }
    },
  };
  return new Transaction<Tables>({
    executor: executor.withConnectionProvider(provider),
    config: { dialect: unused },
    dialect: unused,
    driver: new DummyDriver(),
  });
}

/** A transaction needs nothing but its executor. */
const unused: Dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: refuse,
  createQueryCompiler: refuse,
  createIntrospector: refuse,
};

function refuse(): never {
  throw new Error('A transaction is for statements only');
}
