import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { DamagedBlob } from './damaged-blob-error.ts';
import { smallBytes } from './stored-bytes.ts';

/** So many marked blobs are checked at the start of a server; all are when they are due, or asked for. */
const maxMarkedAtStart = 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** False while no bytes may be removed. */
  mayRemoveBytes: () => Promise<boolean>;
  now: () => number;
  /** Called for a blob that is found damaged, or intact again. */
  report: (sentence: string, about: { blob: string; problem?: string }) => void;
};

export type Damage = ReturnType<typeof createDamage>;

/** Records damaged blobs: none is sent, each is reported, and its bytes are quarantined. */
export function createDamage({ db, blobs, mayRemoveBytes, now, report }: Deps) {
  /** Blobs to be checked before all others. */
  const suspects = new Set<string>();
  let onSuspect = () => {};

  return {
    /** Schedules a blob for a check soon. */
    suspect,
    /** Schedules blobs that are marked, since their bytes may have been restored while no server ran; 1000 at most, the last ones. */
    async suspectMarked(): Promise<void> {
      const marked = await db
        .selectFrom('blobs')
        .select('id')
        .where('damaged_at', 'is not', null)
        .orderBy('damaged_at', 'desc')
        .limit(maxMarkedAtStart)
        .execute();
      for (const { id } of marked) suspect(id);
    },
    /** The next blob to be checked; undefined if there is none. */
    nextSuspect(): string | undefined {
      const [id] = suspects;
      if (id !== undefined) suspects.delete(id);
      return id;
    },
    suspectCount: (): number => suspects.size,
    /** Sets the listener for new suspects. */
    onSuspect(listener: () => void) {
      onSuspect = listener;
    },

    /**
     * Records what reading a blob threw and throws file-damaged; an error that is not about the blob is rethrown. Proven
     * damage is marked at once, unless the store is not there, as a disk that is not mounted; the blob is checked again soon.
     */
    async found(id: string, error: unknown): Promise<never> {
      if (!(error instanceof DamagedBlob)) throw error;
      if (error.isProven && (await isStoreThere())) await mark(id, error.message);
      suspect(id);
      throw new KeepsakeError('file-damaged', { cause: error });
    },

    mark,

    /** Marks a blob as intact after its bytes were restored. Its facts, and its thumbnail, can be read and made. */
    async clear(id: string): Promise<void> {
      const isCleared = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('blobs')
          .set({ damaged_at: null })
          .where('id', '=', id)
          .where('damaged_at', 'is not', null)
          .executeTakeFirstOrThrow();
        const facts = trx.updateTable('facts').set({ state: 'waiting' }).where('blob_id', '=', id);
        if (numUpdatedRows > 0n) await facts.where('state', '=', 'damaged').execute();
        return numUpdatedRows > 0n;
      });
      if (isCleared) report('A damaged blob is whole again', { blob: id });
    },

    /** Moves the bytes of a marked blob to quarantine, if that is permitted now. Returns whether they are there. */
    async setAside(id: string): Promise<boolean> {
      if (!(await mayRemoveBytes())) return false;
      const row = await db
        .selectFrom('blobs')
        .select(['id', 'size'])
        .where('id', '=', id)
        .where('damaged_at', 'is not', null)
        .executeTakeFirst();
      if (row === undefined) return false;
      const small = await smallBytes(db, row);
      await blobs.quarantine(id, small);
      if (small !== undefined) await db.deleteFrom('small_blobs').where('blob_id', '=', id).execute();
      return true;
    },
  };

  async function isStoreThere(): Promise<boolean> {
    return (await blobs.owner().catch(() => undefined)) !== undefined;
  }

  function suspect(id: string): void {
    suspects.add(id);
    onSuspect();
  }

  /** A marked blob is neither sent nor reused. Has no effect if the blob was removed meanwhile. */
  async function mark(id: string, problem: string): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('blobs')
      .set({ damaged_at: now() })
      .where('id', '=', id)
      .where('damaged_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) report('A blob is damaged', { blob: id, problem });
  }
}
