import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { maxWaitingHashes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createFairQueue, type Sender } from './fair-queue.ts';
import type { KeyReply, KeyRequest } from './password-thread.ts';

const saltBytes = 16;

type Job = KeyRequest & { resolve: (key: string) => void; reject: (error: Error) => void };

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Hashes passwords (scrypt) in a thread of its own, one after the other, so that log-ins do not occupy the threads that
 * read and write files. Throws too-busy for a request that does not get a place in the queue, unavailable when the thread
 * has ended; the next request starts another one.
 */
export function createPasswordHasher({ max = maxWaitingHashes, module = threadModule } = {}) {
  const waiting = createFairQueue<Job>(max);
  let worker: Worker | undefined;
  let running: Job | undefined;
  let closed = false;

  return {
    /** The hash to store: salt and key in hexadecimal, as better-auth stores it. */
    async hash(password: string, sender: Sender): Promise<string> {
      const salt = randomBytes(saltBytes).toString('hex');
      return `${salt}:${await derive({ password, salt }, sender)}`;
    },

    /** Whether the hash is that of the password. */
    async verify(password: string, hash: string, sender: Sender): Promise<boolean> {
      const [salt, key] = hash.split(':');
      if (!salt || !key) throw new Error('The stored hash of a password has another form');
      const derived = Buffer.from(await derive({ password, salt }, sender));
      const stored = Buffer.from(key);
      return derived.length === stored.length && timingSafeEqual(derived, stored);
    },

    /** Ends the thread; what waits is refused. */
    async close(): Promise<void> {
      closed = true;
      for (let job = waiting.next(); job !== undefined; job = waiting.next()) job.reject(ended());
      await worker?.terminate();
    },
  };

  function derive(request: KeyRequest, sender: Sender): Promise<string> {
    if (closed) return Promise.reject(ended());
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const job = { ...request, resolve, reject };
    // The first job takes no place in the queue.
    if (running === undefined) run(job);
    else waiting.add(job, sender)?.reject(new KeepsakeError('too-busy'));
    return promise;
  }

  function run(job: Job | undefined): void {
    running = job;
    if (job === undefined) return;
    worker ??= start();
    worker.postMessage({ password: job.password, salt: job.salt } satisfies KeyRequest);
  }

  function start(): Worker {
    const started = new Worker(module, { name: 'passwords' });
    started.unref();
    let cause: unknown;
    started.on('message', (reply: KeyReply) => {
      if ('key' in reply) running?.resolve(reply.key);
      else running?.reject(new Error(reply.failure));
      run(waiting.next());
    });
    started.on('error', (error) => {
      cause = error;
    });
    started.once('exit', () => {
      worker = undefined;
      running?.reject(ended(cause));
      running = undefined;
      if (!closed) run(waiting.next());
    });
    return started;
  }
}

const threadModule = new URL('./password-thread.ts', import.meta.url);

function ended(cause: unknown = new Error('The thread that hashes passwords has ended')): KeepsakeError {
  return new KeepsakeError('unavailable', { cause });
}
