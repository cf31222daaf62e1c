import { BlobOffsetConflict, type BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { refuse } from '#server/errors/storage-trouble.ts';

/**
 * Makes a blob in the store, also where a crash left one of an upload that nobody was told of: who chose the id begins
 * again with it. Throws upload-offset-conflict when the id is taken, disk-full.
 */
export async function makeBlob(
  { db, blobs }: { db: Database; blobs: BlobStore },
  id: string,
  make: () => Promise<void>,
): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof BlobOffsetConflict) || (await isTaken(db, id))) refuse(error);
    await blobs.remove(id);
    await make().catch(refuse);
  }
}

/** Whether an upload or a blob of anybody has that id. */
async function isTaken(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .union(db.selectFrom('blobs').select('id').where('id', '=', id))
    .executeTakeFirst();
  return row !== undefined;
}
