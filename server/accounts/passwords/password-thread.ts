// Runs in a worker thread: derives the keys of passwords, one after the other.
import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '#server/workers/lower-priority.ts';

/** A password and the salt of its hash, both as text. */
export type KeyRequest = { password: string; salt: string };

/** The derived key in hexadecimal. */
export type KeyReply = { key: string } | { failure: string };

/** The parameters of better-auth 1.x, so that its hashes and ours are the same. */
const cost = { N: 16_384, r: 16, p: 1 };
const keyBytes = 64;

/** Many log-ins at once must not take a core from the thread that answers everybody. */
const nice = 5;
lowerPriority(nice);

parentPort?.on('message', ({ password, salt }: KeyRequest) => {
  parentPort?.postMessage(replyTo(password, salt));
});

function replyTo(password: string, salt: string): KeyReply {
  try {
    const maxmem = 128 * cost.N * cost.r * 2;
    return { key: scryptSync(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem }).toString('hex') };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}
