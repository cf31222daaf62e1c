import { Worker } from 'node:worker_threads';

/** Indexes into the control memory that both threads see. */
export const slots = { command: 0, id: 1, length: 2 } as const;
/** `none` when the last command is done. */
export const commands = { none: 0, update: 1, digest: 2, forget: 3 } as const;

export type Md5Memory = { control: Int32Array; bytes: Uint8Array; digest: Uint8Array };

const digestBytes = 16;

/** After so many waits of that length without progress the other thread counts as dead. More than one: both may have been frozen. */
const patience = { times: 3, ms: 10_000 };

/**
 * MD5 in a thread of its own, for a thread that computes other sums of the same bytes meanwhile: MD5 alone takes as long as
 * all the others. `bytes` is memory that both threads see (a SharedArrayBuffer); it must not change until `join` returns.
 */
export function createParallelMd5(bytes: Uint8Array) {
  const memory: Md5Memory = {
    control: new Int32Array(new SharedArrayBuffer(4 * Object.keys(slots).length)),
    bytes,
    digest: new Uint8Array(new SharedArrayBuffer(digestBytes)),
  };
  const { control } = memory;
  let worker: Worker | undefined;
  let lastId = 0;
  const abandoned = new FinalizationRegistry<number>((id) => {
    send(commands.forget, id);
    join();
  });

  return {
    /** Begins a sum. Its methods throw when the other thread does not respond; if that thread dies, so does this one. */
    begin() {
      lastId += 1;
      const id = lastId;
      const sum = {
        /** Adds the first `length` of the bytes. Returns at once. */
        update: (length: number): void => send(commands.update, id, length),
        /** Waits until the bytes are added. */
        join,
        /** Of all bytes so far, Base64; more may follow. */
        digest(): string {
          send(commands.digest, id);
          join();
          return Buffer.from(memory.digest).toString('base64');
        },
      };
      abandoned.register(sum, id);
      return sum;
    },
  };

  function send(command: number, id: number, length = 0): void {
    worker ??= start();
    join();
    control[slots.id] = id;
    control[slots.length] = length;
    Atomics.store(control, slots.command, command);
    Atomics.notify(control, slots.command);
  }

  function join(): void {
    for (let missed = 0; missed < patience.times; ) {
      const command = Atomics.load(control, slots.command);
      if (command === commands.none) return;
      if (Atomics.wait(control, slots.command, command, patience.ms) === 'timed-out') missed += 1;
    }
    throw new Error('The thread that computes MD5 does not respond');
  }

  function start(): Worker {
    const started = new Worker(new URL('md5-worker.ts', import.meta.url), { workerData: memory });
    started.unref();
    return started;
  }
}

export type ParallelMd5 = ReturnType<ReturnType<typeof createParallelMd5>['begin']>;
