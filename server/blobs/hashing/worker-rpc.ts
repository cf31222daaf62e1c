import { Worker } from 'node:worker_threads';

/** A question as it reaches a thread. */
export type RpcRequest<Question> = Question & { ask: number };

/** What a thread says to the question with that number. */
export type RpcReply<Answer> = { ask: number } & (
  | { answer: Answer }
  | { problem: { message: string; code: string | undefined } }
);

export type WorkerRpc<Question, Answer, Told> = {
  tell(message: Told): void;
  /** Tells what means nothing to a thread that does not run. */
  tellRunning(message: Told): void;
  /** Rejects with the problem that the thread has, when it ends before it answers, and after `close`. */
  ask(question: Question): Promise<Answer>;
  /** Ends the thread; who waits for an answer is refused. */
  close(): Promise<void>;
};

type Asker<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/**
 * A thread of its own that is told things and answers questions, in any order; it starts when it is needed first, and
 * anew when it ended. `module` runs in it: each message is something it is told or a question.
 */
export function createWorkerRpc<Question, Answer, Told = never>(
  module: URL,
  workerData?: unknown,
): WorkerRpc<Question, Answer, Told> {
  let worker: Worker | undefined;
  let closed = false;
  let asked = 0;
  const askers = new Map<number, Asker<Answer>>();

  return {
    tell(message) {
      if (!closed) post(message);
    },
    tellRunning: (message) => worker?.postMessage(message),
    ask(question) {
      if (closed) return Promise.reject(new Error('The thread is closed'));
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      asked += 1;
      askers.set(asked, { resolve, reject });
      post({ ...question, ask: asked });
      return promise;
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };

  function post(message: Told | RpcRequest<Question>): void {
    worker ??= start();
    worker.postMessage(message);
  }

  function start(): Worker {
    const started = new Worker(module, { workerData });
    let cause: unknown;
    started.on('message', (said: RpcReply<Answer>) => {
      const asker = askers.get(said.ask);
      askers.delete(said.ask);
      if ('answer' in said) asker?.resolve(said.answer);
      else asker?.reject(Object.assign(new Error(said.problem.message), { code: said.problem.code }));
    });
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of askers.values()) reject(new Error('The thread has ended', { cause }));
      askers.clear();
    });
    return started;
  }
}

/** How a thread says what it could not do. */
export function problemOf(error: unknown): { message: string; code: string | undefined } {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}
