import { firstChunkBytes, maxChunkBytes } from '#contract/storage.ts';

/** Below this no server can be served: what refuses so few bytes refuses all. */
const smallestBytes = 16_384;

/**
 * How many bytes the next request carries: doubled after each that succeeded, halved after each that failed, within
 * 262,144 and 33,554,432 (specification, section 9). Only an answer of 413 leads below, and never back above what was
 * refused.
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
    /** A server or proxy refused a request of `sent` bytes as too large. Returns false when no smaller one makes sense. */
    refused(sent: number): boolean {
      if (sent <= smallestBytes) return false;
      ceiling = Math.max(Math.floor(sent / 2), smallestBytes);
      bytes = Math.min(bytes, ceiling);
      return true;
    },
  };
}
