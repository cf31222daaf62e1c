import { Worker } from 'node:worker_threads';

/** Where the two threads tell each other what to do, in memory that both see. */
export const slots = { order: 0, id: 1, length: 2 } as const;
/** `none` when the last order is done. */
export const orders = { none: 0, update: 1, digest: 2, forget: 3 } as const;

export type Md5Memory = { control: Int32Array; bytes: Uint8Array; digest: Uint8Array };

const digestBytes = 16;

/** How often nothing is done for so long before the other thread counts as dead. More than once: both may have been frozen. */
const patience = { times: 3, ms: 10_000 };

/**
 * MD5 in a thread of its own, for a thread that computes other sums of the same bytes meanwhile: MD5 alone takes as long as
 * all the others. `bytes` is memory that both threads see (a SharedArrayBuffer); they stay as they are until `join`.
 */
export function createParallelMd5(bytes: Uint8Array) {
  const memory: Md5Memory = {
    control: new Int32Array(new SharedArrayBuffer(4 * Object.keys(slots).length)),
    bytes,
    digest: new Uint8Array(new SharedArrayBuffer(digestBytes)),
  };
  const { control } = memory;
  let worker: Worker | undefined;
  let ids = 0;
  const abandoned = new FinalizationRegistry<number>((id) => {
    give(orders.forget, id);
    join();
  });

  return {
    /** Begins a sum. What it does throws when the other thread does not answer; its death ends this thread, too. */
    begin() {
      ids += 1;
      const id = ids;
      const sum = {
        /** Takes the first `length` of the bytes. Returns at once. */
        update: (length: number): void => give(orders.update, id, length),
        /** Waits until the bytes are taken. */
        join,
        /** Of what was taken so far, Base64; more may follow. */
        digest(): string {
          give(orders.digest, id);
          join();
          return Buffer.from(memory.digest).toString('base64');
        },
      };
      abandoned.register(sum, id);
      return sum;
    },
  };

  function give(order: number, id: number, length = 0): void {
    worker ??= start();
    join();
    control[slots.id] = id;
    control[slots.length] = length;
    Atomics.store(control, slots.order, order);
    Atomics.notify(control, slots.order);
  }

  function join(): void {
    for (let missed = 0; missed < patience.times; ) {
      const order = Atomics.load(control, slots.order);
      if (order === orders.none) return;
      if (Atomics.wait(control, slots.order, order, patience.ms) === 'timed-out') missed += 1;
    }
    throw new Error('The thread that computes MD5 does not answer');
  }

  function start(): Worker {
    const started = new Worker(new URL('md5-worker.ts', import.meta.url), { workerData: memory });
    started.unref();
    return started;
  }
}

export type ParallelMd5 = ReturnType<ReturnType<typeof createParallelMd5>['begin']>;
