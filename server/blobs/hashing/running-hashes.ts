import { createHash } from 'node:crypto';
import type { BlobHashes } from '../blob-store.ts';

/** SHA-256 of all bytes that went by. */
export type RunningHashes = {
  update(bytes: Buffer): void;
  /** Of what went by so far; more may follow. */
  digest(): BlobHashes;
};

/** Hashes with the runtime's own code, which is fast, but whose state cannot be saved. */
export function createRunningHashes(): RunningHashes {
  const sha256 = createHash('sha256');
  return {
    update(bytes) {
      sha256.update(bytes);
    },
    digest: () => ({ sha256: sha256.copy().digest('hex') }),
  };
}
