import { BlobOffsetConflict, type BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { throwUploadError } from './upload-error.ts';

/**
 * Creates a blob in the store. A blob that a crash left, of an upload that was never answered, is replaced: the client that
 * chose the id starts over with it. Throws upload-offset-conflict when the id is taken, disk-full.
 */
export async function createBlob(
  { db, blobs }: { db: Database; blobs: BlobStore },
  id: string,
  create: () => Promise<void>,
): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof BlobOffsetConflict) || (await isTaken(db, id))) throwUploadError(error);
    await blobs.remove(id);
    await create().catch(throwUploadError);
  }
}

/** Whether an upload or a blob of any account has that id. */
export async function isTaken(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .union(db.selectFrom('blobs').select('id').where('id', '=', id))
    .executeTakeFirst();
  return row !== undefined;
}
