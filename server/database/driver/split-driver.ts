import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, SelectQueryNode } from 'kysely';

/** What one database engine brings: how it speaks, and the drivers of its connections. */
export type Engine = {
  dialect: Omit<Dialect, 'createDriver'>;
  reading: Driver;
  writing: Driver;
  /** Transactions that may run side by side. */
  writersAtOnce: number;
};

type Deps = Pick<Engine, 'reading' | 'writing'> & {
  /** Told each error before it is thrown. */
  onFailure: (error: unknown) => void;
};

/**
 * Sends what only reads over one driver and everything else over another, so that no read waits for a write. What holds
 * a connection, as a transaction does, reads from the writing one as soon as it wrote.
 */
export function splitDriver({ reading, writing, onFailure }: Deps): Driver {
  const splits = new WeakMap<DatabaseConnection, Split>();
  const splitOf = (connection: DatabaseConnection): Split => {
    const split = splits.get(connection);
    if (split === undefined) throw new Error('This connection was released already');
    return split;
  };

  return {
    async init() {
      await Promise.all([reading.init(), writing.init()]);
    },
    async acquireConnection() {
      const split = createSplit(reading, writing, tell);
      splits.set(split.connection, split);
      return split.connection;
    },
    beginTransaction: (connection, settings) =>
      tell(async () => writing.beginTransaction(await splitOf(connection).writer(), settings)),
    commitTransaction: (connection) => tell(async () => writing.commitTransaction(await splitOf(connection).writer())),
    async rollbackTransaction(connection) {
      await writing.rollbackTransaction(await splitOf(connection).writer());
    },
    async releaseConnection(connection) {
      await splitOf(connection).release();
      splits.delete(connection);
    },
    async destroy() {
      await Promise.all([reading.destroy(), writing.destroy()]);
    },
  };

  async function tell<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }
}

type Tell = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Split = ReturnType<typeof createSplit>;

/** A connection that is taken from either driver when it is wanted first, and kept until it is released. */
function createSplit(reading: Driver, writing: Driver, tell: Tell) {
  let reader: Promise<DatabaseConnection> | undefined;
  let writer: Promise<DatabaseConnection> | undefined;
  const split = {
    writer: () => (writer ??= writing.acquireConnection()),
    async release(): Promise<void> {
      // One that could not be taken needs no release.
      const [read, written] = await Promise.allSettled([reader, writer]);
      if (read.status === 'fulfilled' && read.value) await reading.releaseConnection(read.value);
      if (written.status === 'fulfilled' && written.value) await writing.releaseConnection(written.value);
    },
    connection: {
      executeQuery: <Row>(query: CompiledQuery) =>
        tell(async () => (await connectionFor(query)).executeQuery<Row>(query)),
      async *streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
        yield* (await connectionFor(query)).streamQuery<Row>(query, chunkSize);
      },
    } satisfies DatabaseConnection,
  };
  return split;

  function connectionFor({ query }: CompiledQuery): Promise<DatabaseConnection> {
    if (writer === undefined && SelectQueryNode.is(query)) return (reader ??= reading.acquireConnection());
    return split.writer();
  }
}
