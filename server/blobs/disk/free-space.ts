import { BlobStoreFull } from '../blob-store.ts';

/** Room that is always left for the database, in bytes. */
const keptFreeBytes = 64 * 1024 ** 2;
/** The disk is asked again after this time. */
const validMs = 100;

export type FreeSpace = ReturnType<typeof createFreeSpace>;

/**
 * Sees to it that all who write at once leave the last room of a disk free. `measure` tells the bytes that are free now.
 */
export function createFreeSpace(measure: () => Promise<number>) {
  let measured: Promise<void> = Promise.resolve();
  let measuredAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  /** Bytes that are being written now; the disk may count them already or not. */
  let open = 0;

  return {
    /** Bytes that may still be written. */
    async left(): Promise<number> {
      await look();
      return Math.max(0, left);
    },

    /** Does work that writes so many bytes. Throws BlobStoreFull. */
    async use<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
      await look();
      if (bytes > left) throw new BlobStoreFull('The rest of the disk is kept for the database');
      left -= bytes;
      open += bytes;
      try {
        return await work();
      } finally {
        open -= bytes;
      }
    },
  };

  async function look(): Promise<void> {
    if (performance.now() - measuredAt >= validMs) {
      measuredAt = performance.now();
      const openBefore = open;
      measured = measure().then((free) => {
        left = free - keptFreeBytes - openBefore;
      });
      // A failure says nothing of the next time.
      measured.catch(() => (measuredAt = Number.NEGATIVE_INFINITY));
    }
    await measured;
  }
}
