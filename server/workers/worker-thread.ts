import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createRestarts, type Report, WorkerUnavailable } from './restarts.ts';

type Options<Reply> = {
  /** What runs in the thread. */
  module: URL;
  workerData?: unknown;
  /** As the system lists it, in at most 15 bytes. */
  name: string;
  /** The thread in a sentence: "The thread that hashes files". */
  what: string;
  report: Report;
  onMessage: (reply: Reply) => void;
  /** The thread has ended, by itself or by `close`: what it was given is not done. */
  onEnd: (error: WorkerUnavailable) => void;
};

export type WorkerThread<Message> = {
  /** The thread owns `memory` from then on. Throws WorkerUnavailable when no thread can be started, and after `close`. */
  post(message: Message, memory?: readonly ArrayBuffer[]): void;
  /** For what means nothing to a thread that does not run. */
  postIfRunning(message: Message): void;
  /** Resolves when the thread has ended: after it has taken this last message, or else at once. */
  close(last?: Message): Promise<void>;
};

/**
 * A thread that starts when it is first needed, and again after it ended, however that came about: at once when it has sent
 * anything, otherwise after pauses that grow.
 */
export function createWorkerThread<Message, Reply>(options: Options<Reply>): WorkerThread<Message> {
  const { module, workerData, name, what, report, onMessage, onEnd } = options;
  const restarts = createRestarts({ what, report });
  let running: Worker | undefined;
  let closed = false;

  return {
    post(message, memory = []) {
      if (closed) throw new WorkerUnavailable(`${what} is closed`);
      running ??= start();
      running.postMessage(message, memory);
    },
    postIfRunning: (message) => running?.postMessage(message),
    async close(last) {
      closed = true;
      if (running === undefined) return;
      if (last === undefined) return void (await running.terminate());
      const exited = once(running, 'exit');
      running.postMessage(last);
      await exited;
    },
  };

  function start(): Worker {
    restarts.check();
    try {
      return watch(new Worker(module, { workerData, name }));
    } catch (cause) {
      // The system has no thread or no memory left.
      restarts.failed(cause);
      throw new WorkerUnavailable(`${what} cannot be started`, { cause });
    }
  }

  function watch(worker: Worker): Worker {
    let hasWorked = false;
    let cause: unknown;
    worker.on('message', (reply: Reply) => {
      hasWorked = true;
      restarts.worked();
      onMessage(reply);
    });
    // Its end follows.
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('messageerror', (error) => {
      cause = error;
      void worker.terminate();
    });
    worker.on('exit', (code) => {
      running = undefined;
      cause ??= new Error(`Exit code ${code}`);
      if (!closed && hasWorked) report(`${what} has ended; it is started again`, cause);
      else if (!closed) restarts.failed(cause);
      onEnd(new WorkerUnavailable(`${what} has ended`, { cause }));
    });
    return worker;
  }
}
