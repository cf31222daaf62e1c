import { createHash } from 'node:crypto';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createWorkerRpc } from '#server/workers/worker-rpc.ts';
import type { BlobHashes, SumsPart } from '../blob-store.ts';
import { withBuffers } from '../hashing/running-sums.ts';
import type { Hashed, PartRequest, PartResult } from './part-hash-worker.ts';

export type { Hashed } from './part-hash-worker.ts';

/** After some bytes: the state to continue from, the parts of 256 MiB that they completed, the hashes up to their end. */
export type HashStep = { hashed: Hashed; parts: SumsPart[]; hashes: BlobHashes };

export type PartHasher = ReturnType<typeof createPartHasher>;

/** Up to this size hashing is faster than a message to the thread. */
const maxInlineBytes = 64 * 1024;

/**
 * Hashes bytes in a worker thread, which starts when it is first needed. Bytes in shared memory are not copied: see
 * `sharedBytes`.
 */
export function createPartHasher(report: Report = reportToStderr) {
  const thread = createWorkerRpc<PartRequest, PartResult>({
    module: new URL('part-hash-worker.ts', import.meta.url),
    name: 'part hasher',
    what: 'The thread that hashes parts',
    report,
  });

  return {
    /** In base64. */
    async md5(bytes: Uint8Array): Promise<string> {
      if (bytes.length <= maxInlineBytes) return createHash('md5').update(bytes).digest('base64');
      const result = await thread.call({ kind: 'md5', bytes });
      return 'md5' in result ? result.md5 : unexpected();
    },
    /**
     * Hashes the next bytes of a blob, or its first when `from` is undefined; `from` has to end with a piece of 64 KiB.
     * Rejects when another version of the code made that state.
     */
    async hash(bytes: Uint8Array, from: Hashed | undefined): Promise<HashStep> {
      const result = await thread.call({ kind: 'hash', bytes, from });
      return 'hashed' in result
        ? { ...result, hashed: revived(result.hashed), parts: result.parts.map(withBuffers) }
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
  throw new Error('The hashing thread sent another kind of result');
}
