import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, SelectQueryNode } from 'kysely';

/** What a database engine consists of: its dialect and the drivers of its connections. */
export type Engine = {
  dialect: Omit<Dialect, 'createDriver'>;
  reading: Driver;
  writing: Driver;
  /** For statements that read, and take long. */
  searching: Driver;
  /** Transactions that may run side by side. */
  writersAtOnce: number;
};

type Deps = Pick<Engine, 'reading' | 'writing'> & {
  /** Called with each error before it is thrown. */
  onFailure: (error: unknown) => void;
};

/**
 * Sends reads over one driver and everything else over another, so that no read waits for a write. Whoever holds a
 * connection, as a transaction does, reads from the writing one from its first write on.
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
      const split = createSplit(reading, writing, report);
      splits.set(split.connection, split);
      return split.connection;
    },
    beginTransaction: (connection, settings) =>
      report(async () => writing.beginTransaction(await splitOf(connection).writer(), settings)),
    commitTransaction: (connection) =>
      report(async () => writing.commitTransaction(await splitOf(connection).writer())),
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

  async function report<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }
}

type Report = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Split = ReturnType<typeof createSplit>;

/** A connection that is taken from either driver when it is first needed, and held until it is released. */
function createSplit(reading: Driver, writing: Driver, report: Report) {
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
        report(async () => (await connectionFor(query)).executeQuery<Row>(query)),
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
