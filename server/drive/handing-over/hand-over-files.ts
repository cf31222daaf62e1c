import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { verifyBlob } from '#server/integrity/verify-blob.ts';
import type { Scope } from '../access/scope.ts';
import { type EntryPageRow, readEntryPage } from '../account-archives/account-archive-rows.ts';
import { walkPages } from '../archives/walk-pages.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import { createEnsureFolder } from '../placing/ensure-folder.ts';
import { createPutFiles } from '../placing/put-files.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { fileToPut, isSmall } from './file-to-put.ts';
import { notThereYet, type PlacedRow } from './not-there-yet.ts';

type Deps = {
  db: Database;
  blobs: BlobStore;
  damage: Pick<Damage, 'clear'>;
  treeEdit: TreeEdit;
  uploads: Uploads;
  openBlob: OpenBlob;
};

/** Files that are looked up and stored together. */
const batchSize = 64;

type Way = {
  from: Scope;
  to: Scope;
  /** The folder of the recipient that everything goes to. */
  top: string;
  /** Called between files, and with each piece of a large one; its error ends the work, to be continued later. */
  goOn: () => Promise<void>;
};

/**
 * Puts the live folders of an account, and the current content of its files, into a folder of another one. Each file is stored as an
 * upload is. Repeated, it goes on where it was: folders of those names are used, and what is there stays.
 */
export function createHandOverFiles({ db, blobs, damage, treeEdit, uploads, openBlob }: Deps) {
  const ensureFolder = createEnsureFolder({ db, treeEdit });
  const files = createPutFiles({ db, uploads });

  /**
   * Returns how many files could not be read, since their bytes are damaged. Throws what uploads throw, and file-damaged for
   * bytes that could not be read this time only.
   */
  return async (way: Way): Promise<{ unread: number }> => {
    const { from, top, goOn } = way;
    const folders = new Map([['', top]]);
    let unread = 0;
    for await (const { page } of walkPages((start) => readEntryPage(db, from, start), { folder: null })) {
      const placed: PlacedRow[] = [];
      for (const row of page.rows) {
        const folderId = folders.get(row.parent_id ?? '') ?? top;
        if (row.kind === 'file') placed.push({ row, folderId });
        else folders.set(row.id, await folderFor(way, row, folderId));
      }
      for (const batch of batchesOf(placed)) {
        await goOn();
        unread += await putBatch(way, batch);
      }
    }
    return { unread };
  };

  /** A folder for which it would be too deep stands at the top. */
  async function folderFor({ to, top, goOn }: Way, { name }: EntryPageRow, parentId: string): Promise<string> {
    await goOn();
    try {
      return await ensureFolder(to, { name, parentId });
    } catch (error) {
      if (!(error instanceof KeepsakeError) || error.code !== 'too-deep') throw error;
      return await ensureFolder(to, { name, parentId: top });
    }
  }

  async function putBatch({ to, top, goOn }: Way, batch: readonly PlacedRow[]): Promise<number> {
    const missing = await notThereYet(db, to, batch);
    const results = await Promise.allSettled(
      missing.map(async (placed) => {
        if (placed.row.damaged_at !== null) throw new KeepsakeError('file-damaged');
        const file = fileToPut(openBlob, placed, top);
        if (isSmall(file)) await (await files.prepareSmall(to, file))();
        else await files.putLarge(to, file, { onBytes: goOn, isToResume: (error) => !isUnreadable(error) });
      }),
    );
    const failed = results.flatMap((result, i) =>
      result.status === 'rejected' ? [{ placed: missing[i], error: result.reason as unknown }] : [],
    );
    const other = failed.find(({ error }) => !isUnreadable(error));
    if (other !== undefined) throw other.error;
    for (const { placed, error } of failed)
      await requireDamaged(required(placed?.row.blob_id, 'blob of a file'), error);
    return failed.length;
  }

  /**
   * Throws the error unless the bytes are damaged for certain: those on a disk that is not mounted, or that were damaged before,
   * can be handed over at the next try.
   */
  async function requireDamaged(blobId: string, error: unknown): Promise<void> {
    const { state } = await verifyBlob({ db, blobs }, blobId);
    if (state === 'damaged') return;
    if (state === 'intact') await damage.clear(blobId);
    throw error;
  }
}

/** Small files together, a large one alone. */
function* batchesOf(placed: readonly PlacedRow[]): Generator<PlacedRow[]> {
  let batch: PlacedRow[] = [];
  for (const one of placed) {
    const isAlone = !isSmall({ length: one.row.size });
    if (batch.length > 0 && (isAlone || batch.length === batchSize)) yield batch.splice(0);
    batch.push(one);
    if (isAlone) yield batch.splice(0);
  }
  if (batch.length > 0) yield batch;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof KeepsakeError && ['file-damaged', 'digest-mismatch'].includes(error.code);
}
