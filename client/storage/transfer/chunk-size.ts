import { firstChunkBytes, maxChunkBytes } from '#contract/storage.ts';

/** The smallest chunk: a server that rejects so few bytes would reject any upload. */
const smallestBytes = 16_384;

/**
 * The number of bytes in the next request: doubled after each success and halved after each failure, between 262,144 and
 * 33,554,432 (specification, section 9). Only a 413 leads below that, and the size never again exceeds what was rejected.
 */
export function createChunkSize() {
  let bytes = firstChunkBytes;
  let ceiling = maxChunkBytes;
  return {
    get bytes() {
      return bytes;
    },
    succeeded() {
      bytes = Math.min(bytes * 2, ceiling);
    },
    failed() {
      bytes = Math.min(Math.max(Math.floor(bytes / 2), firstChunkBytes), ceiling);
    },
    /** A server or proxy rejected a request of `sent` bytes as too large. Returns false if no smaller one makes sense. */
    rejected(sent: number): boolean {
      if (sent <= smallestBytes) return false;
      ceiling = Math.max(Math.floor(sent / 2), smallestBytes);
      bytes = Math.min(bytes, ceiling);
      return true;
    },
  };
}
