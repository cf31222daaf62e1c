import { openBrowserDatabase, outcome, type StoreName } from './browser-database.ts';

type Send<Result> = (store: IDBObjectStore) => IDBRequest<Result>;

/**
 * Runs a request, after those before it. Those in a row that say the same for `together` may share a transaction: what cannot
 * be written takes the others with it. Undefined when the browser cannot or does not answer.
 */
export type Requests = <Result>(
  mode: IDBTransactionMode,
  send: Send<Result>,
  together?: string,
) => Promise<Result | undefined>;

const maxTogether = 64;

/**
 * The requests to one store, whose transactions include those of `beside`. A browser whose storage does not answer within `patienceMs` milliseconds counts as one without
 * storage, until it answers.
 */
export function requestsTo(name: StoreName, patienceMs: number, beside: readonly StoreName[] = []): Requests {
  let isSilent = false;
  const run = createTransactions(name, beside);
  return async (mode, send, together) => {
    const answer = run(mode, send, together).catch(() => undefined);
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

type Waiting = {
  mode: IDBTransactionMode;
  together: string | undefined;
  run: (store: IDBObjectStore) => Promise<void>;
  reject: (error: unknown) => void;
};

/** What is written in one turn of the event loop may share transactions, since each has to reach the disk; nobody waits to read. */
function createTransactions(name: StoreName, beside: readonly StoreName[]) {
  const waiting: Waiting[] = [];
  let isRunning = false;

  return <Result>(mode: IDBTransactionMode, send: Send<Result>, together?: string): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const run = async (store: IDBObjectStore) => {
      try {
        resolve(await outcome(send(store)));
      } catch (error) {
        reject(error);
      }
    };
    waiting.push({ mode, together, run, reject });
    if (mode === 'readonly') void runAll();
    else if (waiting.length === 1) setTimeout(runAll, 0);
    return promise;
  };

  async function runAll() {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) await runTogether(takeTransaction(waiting));
    isRunning = false;
  }

  async function runTogether(requests: readonly Waiting[]) {
    try {
      const database = await openBrowserDatabase();
      const transaction = database.transaction([name, ...beside], requests[0]?.mode, { durability: 'strict' });
      // One that fails leaves the others alone.
      transaction.addEventListener('error', (event) => event.preventDefault());
      const store = transaction.objectStore(name);
      // In turn: a request may make another one once it is answered, which comes before those behind it.
      for (const { run } of requests) await run(store);
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}

/** Takes the first, with those that follow it and may share its transaction. */
function takeTransaction(waiting: Waiting[]): Waiting[] {
  const [first] = waiting;
  const isEnd = ({ mode, together }: Waiting, at: number) =>
    at === maxTogether || together === undefined || together !== first?.together || mode !== first.mode;
  const end = waiting.findIndex((one, at) => at > 0 && isEnd(one, at));
  return waiting.splice(0, end === -1 ? waiting.length : end);
}
