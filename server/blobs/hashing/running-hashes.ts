import { createHash } from 'node:crypto';
import type { BlobHashes } from '../blob-store.ts';
import type { ParallelMd5 } from './parallel-md5.ts';

/** SHA-256 and MD5 of all bytes that went by. */
export type RunningHashes = {
  update(bytes: Buffer): void;
  /** Of what went by so far; more may follow. */
  digest(): BlobHashes;
};

/** The same, with MD5 in a second thread; `update` is given the bytes that both threads see. */
export function createParallelHashes(md5: ParallelMd5): RunningHashes {
  const sha256 = createHash('sha256');
  return {
    update(bytes) {
      sha256.update(bytes);
    },
    digest: () => ({ sha256: sha256.copy().digest('hex'), md5: md5.digest() }),
  };
}

/** Hashes with the runtime's own code, which is fast, but whose state cannot be saved. */
export function createRunningHashes(): RunningHashes {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  return {
    update(bytes) {
      sha256.update(bytes);
      md5.update(bytes);
    },
    digest: () => ({ sha256: sha256.copy().digest('hex'), md5: md5.copy().digest('base64') }),
  };
}
