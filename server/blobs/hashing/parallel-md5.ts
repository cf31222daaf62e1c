import { Worker } from 'node:worker_threads';
import { createRestarts, type Report, WorkerUnavailable } from '#server/workers/restarts.ts';

/** Indexes into the control memory that both threads see. */
export const slots = { command: 0, id: 1, length: 2 } as const;
/** `none` when the last command is done. */
export const commands = { none: 0, update: 1, digest: 2, forget: 3 } as const;

export type Md5Memory = { control: Int32Array; bytes: Uint8Array; digest: Uint8Array };

const digestBytes = 16;

/** After so many waits of that length without progress the other thread counts as dead. More than one: both may have been frozen. */
const patience = { times: 3, ms: 10_000 };

/** The thread that computes MD5 has ended, so the sum is lost. */
export class Md5ThreadEnded extends Error {}

const what = 'The thread that computes MD5';

/**
 * MD5 in a thread of its own, for a thread that computes other sums of the same bytes meanwhile: MD5 alone takes as long as
 * all the others. `bytes` is memory that both threads see (a SharedArrayBuffer); it must not change until `join` returns.
 */
export function createParallelMd5(bytes: Uint8Array, report: Report) {
  const restarts = createRestarts({ what, report });
  const memory: Md5Memory = {
    control: new Int32Array(new SharedArrayBuffer(4 * Object.keys(slots).length)),
    bytes,
    digest: new Uint8Array(new SharedArrayBuffer(digestBytes)),
  };
  const { control } = memory;
  let worker: Worker | undefined;
  let lastId = 0;
  const abandoned = new FinalizationRegistry<Sum>((sum) => {
    if (sum.worker !== worker) return;
    send(sum, commands.forget);
    join(sum);
  });

  return {
    /** Begins a sum; undefined when no thread can be started. Its methods throw Md5ThreadEnded. */
    begin() {
      if (!isStarted()) return undefined;
      lastId += 1;
      const sum = { id: lastId, worker };
      const methods = {
        /** Adds the first `length` of the bytes. Returns at once. */
        update: (length: number): void => send(sum, commands.update, length),
        /** Waits until the bytes are added. */
        join: () => join(sum),
        /** Of all bytes so far, Base64; more may follow. */
        digest(): string {
          send(sum, commands.digest);
          join(sum);
          restarts.worked();
          return Buffer.from(memory.digest).toString('base64');
        },
      };
      abandoned.register(methods, sum);
      return methods;
    },
  };

  function send(sum: Sum, command: number, length = 0): void {
    join(sum);
    control[slots.id] = sum.id;
    control[slots.length] = length;
    Atomics.store(control, slots.command, command);
    Atomics.notify(control, slots.command);
  }

  function join(sum: Sum): void {
    for (let missed = 0; sum.worker === worker && missed < patience.times; ) {
      const command = Atomics.load(control, slots.command);
      if (command === commands.none) return;
      if (Atomics.wait(control, slots.command, command, patience.ms) === 'timed-out') missed += 1;
    }
    if (sum.worker === worker) void worker?.terminate();
    throw new Md5ThreadEnded(`${what} does not respond`);
  }

  function isStarted(): boolean {
    try {
      worker ??= start();
      return true;
    } catch (error) {
      if (!(error instanceof WorkerUnavailable)) restarts.failed(error);
      return false;
    }
  }

  function start(): Worker {
    restarts.check();
    const thread = new Worker(new URL('md5-worker.ts', import.meta.url), { workerData: memory });
    thread.unref();
    let cause: unknown;
    thread.on('error', (error) => {
      cause = error;
    });
    thread.once('exit', (code) => {
      worker = undefined;
      Atomics.store(control, slots.command, commands.none);
      restarts.failed(cause ?? new Error(`Exit code ${code}`));
    });
    return thread;
  }
}

/** A sum, and the thread that has it. */
type Sum = { id: number; worker: Worker | undefined };

export type ParallelMd5 = NonNullable<ReturnType<ReturnType<typeof createParallelMd5>['begin']>>;
