import { randomBytes, timingSafeEqual } from 'node:crypto';
import { maxWaitingHashes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Report } from '#server/workers/restarts.ts';
import { createWorkerThread } from '#server/workers/worker-thread.ts';
import { createFairQueue, type Sender } from './fair-queue.ts';
import type { KeyReply, KeyRequest } from './password-thread.ts';

const saltBytes = 16;

type Job = KeyRequest & { resolve: (key: string) => void; reject: (error: Error) => void };

type Options = { report: Report; max?: number; module?: URL };

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Hashes passwords (scrypt) in a thread of its own, one after the other, so that log-ins do not occupy the threads that
 * read and write files. Throws too-busy for a request that does not get a place in the queue, unavailable when the thread
 * has ended or cannot be started; see worker-thread.ts.
 */
export function createPasswordHasher({ report, max = maxWaitingHashes, module = threadModule }: Options) {
  const waiting = createFairQueue<Job>(max);
  let running: Job | undefined;
  let closed = false;
  const thread = createWorkerThread<KeyRequest, KeyReply>({
    module,
    name: 'passwords',
    what: 'The thread that hashes passwords',
    report,
    onMessage(reply) {
      if ('key' in reply) running?.resolve(reply.key);
      else running?.reject(new Error(reply.failure));
      run(waiting.next());
    },
    onEnd(error) {
      running?.reject(unavailable(error));
      running = undefined;
      if (!closed) run(waiting.next());
    },
  });

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
      for (let job = waiting.next(); job !== undefined; job = waiting.next()) job.reject(unavailable());
      await thread.close();
    },
  };

  function derive(request: KeyRequest, sender: Sender): Promise<string> {
    if (closed) return Promise.reject(unavailable());
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    waiting.add({ ...request, resolve, reject }, sender)?.reject(new KeepsakeError('too-busy'));
    if (running === undefined) run(waiting.next());
    return promise;
  }

  function run(first: Job | undefined): void {
    for (let job = first; job !== undefined; job = waiting.next()) {
      try {
        thread.post({ password: job.password, salt: job.salt });
        running = job;
        return;
      } catch (error) {
        job.reject(unavailable(error));
      }
    }
    running = undefined;
  }
}

const threadModule = new URL('./password-thread.ts', import.meta.url);

function unavailable(cause: unknown = new Error('The thread that hashes passwords was closed')): KeepsakeError {
  return new KeepsakeError('unavailable', { cause });
}
