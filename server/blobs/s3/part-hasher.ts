import { createHash } from 'node:crypto';
import type { BlobHashes, SumsPart } from '../blob-store.ts';
import { withBuffers } from '../hashing/running-sums.ts';
import { createWorkerRpc } from '../hashing/worker-rpc.ts';
import type { Hashed, PartAnswer, PartQuestion } from './part-hash-worker.ts';

export type { Hashed } from './part-hash-worker.ts';

/** After some bytes: the state to go on with, the parts of 256 MiB that they completed, the hashes up to their end. */
export type HashStep = { hashed: Hashed; parts: SumsPart[]; hashes: BlobHashes };

export type PartHasher = ReturnType<typeof createPartHasher>;

/** Less than this is hashed here and now, sooner than a thread is asked. */
const hashedAtOnce = 64 * 1024;

/**
 * Hashes bytes in a thread of its own, which starts when it is needed first. Bytes in shared memory are not copied for
 * that: see `sharedBytes`.
 */
export function createPartHasher() {
  const thread = createWorkerRpc<PartQuestion, PartAnswer>(new URL('part-hash-worker.ts', import.meta.url));

  return {
    /** In base64. */
    async md5(bytes: Uint8Array): Promise<string> {
      if (bytes.length <= hashedAtOnce) return createHash('md5').update(bytes).digest('base64');
      const answer = await thread.ask({ kind: 'md5', bytes });
      return 'md5' in answer ? answer.md5 : unexpected();
    },
    /**
     * Goes on with the next bytes of a blob, from its start when `from` is undefined. A state that was made before ends
     * with a block of 4 MiB. Rejects when another version of the code made it.
     */
    async hash(bytes: Uint8Array, from: Hashed | undefined): Promise<HashStep> {
      const answer = await thread.ask({ kind: 'hash', bytes, from });
      return 'hashed' in answer
        ? { ...answer, hashed: revived(answer.hashed), parts: answer.parts.map(withBuffers) }
        : unexpected();
    },
    close: thread.close,
  };
}

/** Bytes that threads can share. */
export function sharedBytes(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length));
}

function revived({ state, rest }: Hashed): Hashed {
  return { state, rest: withBuffers(rest) };
}

function unexpected(): never {
  throw new Error('The thread that hashes answered something else');
}
