import { pieceBytes } from '#server/blobs/blob-store.ts';

/** Bytes of one read: large ones are faster. */
const largeReadBytes = 512 * 1024;
const smallReadBytes = pieceBytes;
/** Readers of large pieces at the same time; each holds three pieces for as long as its client takes to read them. */
const maxLargeReaders = 16;

let largeReaders = 0;

/** How a reader reads ahead, until it ends. */
export type ReadAhead = { readBytes: number; end: () => void };

/**
 * Bounds what all readers of stored bytes hold together: the first read large pieces, those that come while these are
 * running read small ones. Clients that do not read would otherwise cost the server 1.5 MiB each.
 */
export function beginReadAhead(): ReadAhead {
  if (largeReaders >= maxLargeReaders) return { readBytes: smallReadBytes, end: () => {} };
  largeReaders += 1;
  return {
    readBytes: largeReadBytes,
    end: () => {
      largeReaders -= 1;
    },
  };
}
