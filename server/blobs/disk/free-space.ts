import { BlobStoreFull } from '../blob-store.ts';

/** Space that is always left for the database, in bytes. */
const reservedForDatabase = 64 * 1024 ** 2;
/** A measurement is used for this long. */
const validMs = 100;

export type FreeSpace = ReturnType<typeof createFreeSpace>;

/**
 * Keeps concurrent writers from using up the last space of a disk. `measure` returns the bytes that are free now.
 */
export function createFreeSpace(measure: () => Promise<number>) {
  let measured: Promise<void> = Promise.resolve();
  let measuredAt = Number.NEGATIVE_INFINITY;
  let available = 0;
  /** Bytes that are being written now; a measurement may count them already or not. */
  let pending = 0;

  return {
    /** Bytes that may still be written. */
    async available(): Promise<number> {
      await refresh();
      return Math.max(0, available);
    },

    /** Does work that writes so many bytes. Throws BlobStoreFull. */
    async use<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
      await refresh();
      if (bytes > available) throw new BlobStoreFull('The rest of the disk is reserved for the database');
      available -= bytes;
      pending += bytes;
      try {
        return await work();
      } finally {
        pending -= bytes;
      }
    },
  };

  async function refresh(): Promise<void> {
    if (performance.now() - measuredAt >= validMs) {
      measuredAt = performance.now();
      const pendingBefore = pending;
      measured = measure().then((free) => {
        available = free - reservedForDatabase - pendingBefore;
      });
      // A failure says nothing about the next measurement.
      measured.catch(() => (measuredAt = Number.NEGATIVE_INFINITY));
    }
    await measured;
  }
}
