import { Worker } from 'node:worker_threads';

/** A request as it reaches the thread. */
export type RpcRequest<Request> = Request & { id: number };

/** What the thread posts for the request with that id. */
export type RpcResponse<Result> = { id: number } & ({ result: Result } | { error: RpcError });

/** An error on its way between threads. */
export type RpcError = { message: string; code: string | undefined };

export type WorkerRpc<Request, Result, Notification> = {
  notify(notification: Notification): void;
  /** For what means nothing to a thread that does not run. */
  notifyIfRunning(notification: Notification): void;
  /** Rejects with the thread's error, when it ends before it responds, and after `close`. */
  call(request: Request): Promise<Result>;
  /** Ends the thread; pending calls are rejected. */
  close(): Promise<void>;
};

type Pending<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * A worker thread that takes notifications and responds to requests, in any order. It starts when it is first needed, and
 * again after it ended. `module` runs in it: each message is a notification or a request.
 */
export function createWorkerRpc<Request, Result, Notification = never>(
  module: URL,
  workerData?: unknown,
): WorkerRpc<Request, Result, Notification> {
  let worker: Worker | undefined;
  let closed = false;
  let lastId = 0;
  const pending = new Map<number, Pending<Result>>();

  return {
    notify(notification) {
      if (!closed) post(notification);
    },
    notifyIfRunning: (notification) => worker?.postMessage(notification),
    call(request) {
      if (closed) return Promise.reject(new Error('The thread is closed'));
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      post({ ...request, id: lastId });
      return promise;
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };

  function post(message: Notification | RpcRequest<Request>): void {
    worker ??= start();
    worker.postMessage(message);
  }

  function start(): Worker {
    const started = new Worker(module, { workerData });
    let cause: unknown;
    started.on('message', (response: RpcResponse<Result>) => {
      const call = pending.get(response.id);
      pending.delete(response.id);
      if ('result' in response) call?.resolve(response.result);
      else call?.reject(Object.assign(new Error(response.error.message), { code: response.error.code }));
    });
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of pending.values()) reject(new Error('The thread has ended', { cause }));
      pending.clear();
    });
    return started;
  }
}

/** What crosses threads of an error. */
export function rpcErrorOf(error: unknown): RpcError {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}
