import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { isId } from '#contract/ids.ts';
import { uploadLifetimeMs } from '#contract/storage.ts';
import { BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { UploadRow } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { lineageOfFolder } from './ancestors.ts';
import { beginUpload, type NewUpload } from './begin-upload.ts';
import type { Changes } from './changes.ts';
import { DriveError } from './drive-error.ts';
import { keepUpload } from './keep-upload.ts';
import { refuse } from './store-refusals.ts';
import type { Transfers } from './transfers.ts';

export type UploadStatus = {
  length: number;
  /** Bytes that are kept and survive a power cut. */
  offset: number;
  metadata: Record<string, string | null>;
  expiresAt: number | undefined;
  /** The file that holds the bytes, once the upload is finished. */
  fileId: string | undefined;
};

/** The expiry is put off in steps, so that it does not cost a commit for every chunk. */
const expiryStepMs = 60 * 60 * 1000;

export type Uploads = ReturnType<typeof createUploads>;

/** The way of bytes into the tree: begin, append, finish. The id of an upload is the id of its blob. */
export function createUploads({
  db,
  blobs,
  changes,
  transfers,
  now,
  onKept,
}: {
  db: Database;
  blobs: BlobStore;
  changes: Changes;
  transfers: Transfers;
  now: () => number;
  /** Called after a file was kept. */
  onKept: () => void;
}) {
  /** Uploads that bytes are coming to right now; the janitor leaves them alone. */
  const busy = new Set<string>();

  return {
    newId: (): string => uuidv7(),

    isBusy: (id: string): boolean => busy.has(id),

    begin: (actor: Actor, id: string, upload: NewUpload) => beginUpload({ db, blobs, changes, now }, actor, id, upload),

    /** Keeps more bytes at the offset and returns the new one, which survives a power cut. */
    async append(actor: Actor, id: string, offset: number, bytes: Readable): Promise<number> {
      // A finished upload takes no more bytes; the protocol lets a client send none at its end.
      const row = await findRow(actor, id);
      if (row === undefined) return (await finishedStatus(actor, id)).offset;
      const { parent_id: folderId, name, length: size } = row;
      transfers.moved(actor, { id, folderId, name, size, received: offset });
      busy.add(id);
      try {
        const end = await blobs.append(id, offset, bytes).catch(refuse);
        await keepAlive(actor, id);
        transfers.moved(actor, { id, folderId, name, size, received: end });
        return end;
      } finally {
        busy.delete(id);
      }
    },

    /** Forgets the bytes after an offset, when a request turned out to be wrong as a whole. */
    async takeBack(actor: Actor, id: string, offset: number): Promise<void> {
      await rowOf(actor, id);
      await blobs.truncate(id, offset).catch(refuse);
    },

    /**
     * How far an upload is. One whose bytes are all here is finished first: a client that sees its length as offset
     * takes it as done.
     */
    async status(actor: Actor, id: string): Promise<UploadStatus> {
      const row = await findRow(actor, id);
      if (row === undefined) return await finishedStatus(actor, id);
      if (row.expires_at <= now()) throw new DriveError('upload-expired');
      await lineageOfFolder(db, actor, row.parent_id);
      const offset = await durableSize(actor, row);
      const fileId = offset === row.length ? await keepUpload({ changes, now, onKept }, actor, id) : undefined;
      const metadata = JSON.parse(row.metadata) as UploadStatus['metadata'];
      return { length: row.length, offset, metadata, expiresAt: row.expires_at, fileId };
    },

    /** Makes the file of an upload whose bytes are all here and returns its id. Safe to repeat. */
    async finish(actor: Actor, id: string): Promise<string> {
      const row = await findRow(actor, id);
      if (row !== undefined && (await durableSize(actor, row)) !== row.length)
        throw new DriveError('upload-offset-conflict');
      const fileId = await keepUpload({ changes, now, onKept }, actor, id);
      transfers.ended(actor, id);
      return fileId;
    },

    /** Forgets an unfinished upload and gives its room back. */
    async discard(actor: Actor, id: string): Promise<void> {
      const row = await rowOf(actor, id);
      await drop(actor, row);
    },
  };

  async function findRow(actor: Actor, id: string): Promise<UploadRow | undefined> {
    if (!isId(id)) throw new DriveError('upload-not-found');
    return await db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', actor.account)
      .executeTakeFirst();
  }

  async function rowOf(actor: Actor, id: string): Promise<UploadRow> {
    const row = await findRow(actor, id);
    if (row === undefined) throw new DriveError('upload-not-found');
    return row;
  }

  /** Bytes that come put the expiry off. Throws when the upload was given up meanwhile. */
  async function keepAlive(actor: Actor, id: string): Promise<void> {
    const { expires_at } = await rowOf(actor, id);
    const fresh = now() + uploadLifetimeMs;
    if (fresh - expires_at < expiryStepMs) return;
    await db
      .updateTable('uploads')
      .set({ expires_at: fresh })
      .where('id', '=', id)
      .where('account', '=', actor.account)
      .execute();
  }

  async function finishedStatus(actor: Actor, id: string): Promise<UploadStatus> {
    const version = await db
      .selectFrom('versions')
      .innerJoin('entries', 'entries.id', 'versions.entry_id')
      .select(['versions.size', 'versions.entry_id'])
      .where('versions.blob_id', '=', id)
      .where('entries.account', '=', actor.account)
      .executeTakeFirst();
    if (version === undefined) throw new DriveError('upload-not-found');
    return { length: version.size, offset: version.size, metadata: {}, expiresAt: undefined, fileId: version.entry_id };
  }

  async function durableSize(actor: Actor, row: UploadRow): Promise<number> {
    try {
      return await blobs.durableSize(row.id);
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      // The store gave these bytes up, so there is nothing to go on with.
      await drop(actor, row);
      throw new DriveError('upload-not-found', { cause: error });
    }
  }

  async function drop(actor: Actor, row: UploadRow): Promise<void> {
    const dropped = await changes.write(actor, async ({ trx }) => {
      const { numDeletedRows } = await trx
        .deleteFrom('uploads')
        .where('id', '=', row.id)
        .where('account', '=', actor.account)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await trx
        .updateTable('accounts')
        .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '-', row.length) }))
        .where('user_id', '=', actor.account)
        .execute();
      return true;
    });
    transfers.ended(actor, row.id);
    if (dropped) await blobs.remove(row.id);
  }
}
