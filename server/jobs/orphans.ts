import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';

/** A blob without a row may belong to an upload that is just beginning, or to rows that a restore will bring back. */
const graceMs = 7 * 24 * 60 * 60 * 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  thumbnails: BlobStore;
  /** False while a backup or export needs the bytes of every blob. */
  mayRemoveBytes: () => Promise<boolean>;
  /** A time for what cannot be undone; undefined while there is none. */
  settled: () => number | undefined;
};

export type Orphans = ReturnType<typeof createOrphans>;

/** Bytes that no row refers to. */
export function createOrphans({ db, blobs, thumbnails, mayRemoveBytes, settled }: Deps) {
  return {
    /** Removes blobs of no file and no upload. */
    removeBlobs: () => sweep(blobs, blobsOrUploads),

    /** Removes thumbnails of blobs that no longer exist. */
    removeThumbnails: () => sweep(thumbnails, previews),

    /** Removes what interrupted work left in the stores besides blobs. */
    async tidyStores(): Promise<void> {
      const time = settled();
      if (time === undefined || !(await mayRemoveBytes())) return;
      await blobs.tidy(time);
      await thumbnails.tidy(time);
    },
  };

  async function sweep(store: BlobStore, known: (ids: string[]) => Promise<{ id: string }[]>): Promise<void> {
    const time = settled();
    if (time === undefined) return;
    let old: string[] = [];
    for await (const { id, changedAt } of store.list()) {
      if (changedAt <= time - graceMs) old.push(id);
      if (old.length < rowsAtOnce) continue;
      await removeUnknown(old);
      old = [];
    }
    if (old.length > 0) await removeUnknown(old);

    async function removeUnknown(ids: string[]): Promise<void> {
      const referenced = new Set((await known(ids)).map(({ id }) => id));
      for (const id of ids) if (!referenced.has(id) && (await mayRemoveBytes())) await store.remove(id);
    }
  }

  /** In one statement: an upload that is finished meanwhile is a blob. */
  function blobsOrUploads(ids: string[]): Promise<{ id: string }[]> {
    return db
      .selectFrom('blobs')
      .select('id')
      .where('id', 'in', ids)
      .union(db.selectFrom('uploads').select('blob_id as id').where('blob_id', 'in', ids))
      .execute();
  }

  function previews(ids: string[]): Promise<{ id: string }[]> {
    return db.selectFrom('previews').select('blob_id as id').where('blob_id', 'in', ids).execute();
  }
}
