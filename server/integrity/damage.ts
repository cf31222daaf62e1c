import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { DamagedBlob } from './damaged-blob.ts';
import { smallBytes } from './stored-bytes.ts';

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** False while the bytes of every blob have to stay where they are. */
  mayRemoveBytes: () => boolean;
  now: () => number;
  /** Told of a blob that is found damaged, or whole again. */
  report: (sentence: string, about: { blob: string; problem?: string }) => void;
};

export type Damage = ReturnType<typeof createDamage>;

/** What is known of damaged blobs: none is given out, each is told of, and its bytes are set aside. */
export function createDamage({ db, blobs, mayRemoveBytes, now, report }: Deps) {
  /** Blobs that are to be checked before all others. */
  const suspects = new Set<string>();
  let onSuspect = () => {};

  return {
    /** Has a blob checked soon. */
    suspect,
    /** The next blob to be checked soon; undefined when there is none. */
    nextSuspect(): string | undefined {
      const [id] = suspects;
      if (id !== undefined) suspects.delete(id);
      return id;
    },
    hasSuspects: (): boolean => suspects.size > 0,
    /** Who is told of each new suspect. */
    onSuspect(listener: () => void) {
      onSuspect = listener;
    },

    /**
     * Notes what reading a blob threw and throws file-damaged; what is not about the blob is thrown on. What is proven
     * is marked at once, what is not is looked at again soon.
     */
    async found(id: string, error: unknown): Promise<never> {
      if (!(error instanceof DamagedBlob)) throw error;
      if (error.isProven) await mark(id, error.message);
      suspect(id);
      throw new KeepsakeError('file-damaged', { cause: error });
    },

    mark,

    /** Marks a blob as whole after its bytes came back. */
    async clear(id: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('blobs')
        .set({ damaged_at: null })
        .where('id', '=', id)
        .where('damaged_at', 'is not', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) report('A damaged blob is whole again', { blob: id });
    },

    /** Moves the bytes of a marked blob to quarantine, unless they have to stay. Returns whether they are there now. */
    async setAside(id: string): Promise<boolean> {
      if (!mayRemoveBytes()) return false;
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

  function suspect(id: string): void {
    suspects.add(id);
    onSuspect();
  }

  /** Once marked, a blob is neither sent nor given to further files. A blob that was removed meanwhile is none. */
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
