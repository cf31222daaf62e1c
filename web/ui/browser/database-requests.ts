import { openBrowserDatabase, outcome, type StoreName } from './browser-database.ts';

type Send<Result> = (store: IDBObjectStore) => IDBRequest<Result>;

/** Runs a request. Undefined when the browser cannot or does not answer. */
export type Requests = <Result>(mode: IDBTransactionMode, send: Send<Result>) => Promise<Result | undefined>;

/** What a transaction that cannot be written takes with it. */
const maxTogether = 64;

/**
 * The requests to one store, in their order. A browser whose storage does not answer within `patienceMs` milliseconds
 * counts as one without storage, until it answers.
 */
export function requestsTo(name: StoreName, patienceMs: number): Requests {
  let isSilent = false;
  const run = createTransactions(name);
  return async (mode, send) => {
    const answer = run(mode, send).catch(() => undefined);
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<undefined>();
    const silence = () => {
      isSilent = true;
      giveUp(undefined);
    };
    const timer = setTimeout(silence, isSilent ? 0 : patienceMs);
    void answer.then(() => {
      isSilent = false;
      clearTimeout(timer);
    });
    return await Promise.race([answer, givenUp]);
  };
}

type Waiting = { mode: IDBTransactionMode; run: (store: IDBObjectStore) => void; reject: (error: unknown) => void };

/** What is written in one turn of the event loop shares a transaction, since each has to reach the disk; nobody waits to read. */
function createTransactions(name: StoreName) {
  let waiting: Waiting[] = [];

  return <Result>(mode: IDBTransactionMode, send: Send<Result>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (waiting.length === 0 && mode !== 'readonly') setTimeout(runAll, 0);
    waiting.push({ mode, run: (store) => outcome(send(store)).then(resolve, reject), reject });
    if (mode === 'readonly') void runAll();
    return promise;
  };

  async function runAll() {
    const all = waiting;
    waiting = [];
    try {
      const database = await openBrowserDatabase();
      while (all.length > 0) runTogether(database, takeTransaction(all));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  function runTogether(database: IDBDatabase, requests: readonly Waiting[]) {
    const [first] = requests;
    if (first === undefined) return;
    const store = database.transaction(name, first.mode, { durability: 'strict' }).objectStore(name);
    for (const { run, reject } of requests) {
      try {
        run(store);
      } catch (error) {
        reject(error);
      }
    }
  }
}

/** Takes the first of them that may be one transaction. */
function takeTransaction(waiting: Waiting[]): Waiting[] {
  const end = waiting.findIndex(({ mode }, i) => i === maxTogether || mode !== waiting[0]?.mode);
  return waiting.splice(0, end === -1 ? waiting.length : end);
}
