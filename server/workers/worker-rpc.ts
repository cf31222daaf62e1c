import { type Report, WorkerUnavailable } from './restarts.ts';
import { createWorkerThread } from './worker-thread.ts';

/** A request as it reaches the thread. */
export type RpcRequest<Request> = Request & { id: number };

/** What the thread posts for the request with that id. */
export type RpcResponse<Result> = { id: number } & ({ result: Result } | { error: RpcError });

/** An error on its way between threads. */
export type RpcError = { message: string; code: string | undefined };

export type WorkerRpc<Request, Result, Notification> = {
  /** Lost when no thread can be started. */
  notify(notification: Notification): void;
  /** For what means nothing to a thread that does not run. */
  notifyIfRunning(notification: Notification): void;
  /** Rejects with the thread's error; with WorkerUnavailable when it ends before it responds, and after `close`. */
  call(request: Request): Promise<Result>;
  /** Ends the thread; pending calls are rejected. */
  close(): Promise<void>;
};

type Options = {
  /** What runs in the thread: each message that it gets is a notification or a request. */
  module: URL;
  workerData?: unknown;
  /** As the system lists it, in at most 15 bytes. */
  name: string;
  /** The thread in a sentence: "The thread that hashes files". */
  what: string;
  report: Report;
  /** The thread ended, and lost what it knew. */
  onEnd?: () => void;
};

type Pending<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * A worker thread that takes notifications and responds to requests, in any order. It starts when it is first needed, and
 * again after it ended: see worker-thread.ts.
 */
export function createWorkerRpc<Request, Result, Notification = never>({
  onEnd = () => {},
  ...options
}: Options): WorkerRpc<Request, Result, Notification> {
  let lastId = 0;
  const pending = new Map<number, Pending<Result>>();
  const thread = createWorkerThread<Notification | RpcRequest<Request>, RpcResponse<Result>>({
    ...options,
    onMessage: settle,
    onEnd(error) {
      onEnd();
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  });

  return {
    notify(notification) {
      try {
        thread.post(notification);
      } catch (error) {
        // Reported when the start failed.
        if (!(error instanceof WorkerUnavailable)) throw error;
      }
    },
    notifyIfRunning: thread.postIfRunning,
    async call(request) {
      lastId += 1;
      const id = lastId;
      thread.post({ ...request, id });
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      pending.set(id, { resolve, reject });
      return await promise;
    },
    close: () => thread.close(),
  };

  function settle(response: RpcResponse<Result>): void {
    const call = pending.get(response.id);
    pending.delete(response.id);
    if ('result' in response) call?.resolve(response.result);
    else call?.reject(errorOf(response.error));
  }
}

/** What crosses threads of an error. */
export function rpcErrorOf(error: unknown): RpcError {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}

function errorOf({ message, code }: RpcError): Error {
  return Object.assign(new Error(message), { code });
}
