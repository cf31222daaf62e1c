import { isId } from '#contract/ids.ts';
import { BlobNotFound, type BlobStore, type OpenBlob } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { Actor } from './actor.ts';
import { lineages } from './ancestors.ts';
import { DriveError } from './drive-error.ts';
import { readMetadata } from './object-records.ts';

/** The bytes of one version, opened, with what their headers say. Close it, or read its stream to the end. */
export type Content = {
  blob: OpenBlob;
  /** Another one whenever bytes or headers are others. */
  tag: string;
  name: string;
  contentType: string;
  contentLanguage?: string;
  /** When bytes or headers changed last, in milliseconds. */
  changedAt: number;
  /** Of all bytes, hexadecimal; null when it is not known. */
  sha256: string | null;
};

export type ContentReader = ReturnType<typeof createContent>;

/** Opens what people kept. */
export function createContent({ db, blobs, pictures }: { db: Database; blobs: BlobStore; pictures: BlobStore }) {
  return {
    /** The bytes of a version. Throws object-not-found for what is absent, foreign or in Trash alike. */
    async open(actor: Actor, fileId: string, versionId: string): Promise<Content> {
      const row = await find(actor, fileId, versionId);
      const blob = await openWhole(row.blob_id, row.size);
      return {
        blob,
        tag: row.metageneration === 1 ? versionId : `${versionId}-${row.metageneration}`,
        name: row.name,
        contentType: row.content_type,
        contentLanguage: readMetadata(row.metadata).contentLanguage,
        changedAt: row.updated_at ?? row.created_at,
        sha256: row.sha256,
      };
    },

    /** The small picture of a version. Throws object-not-found, also when there is none. */
    async openPreview(actor: Actor, fileId: string, versionId: string): Promise<Content> {
      const row = await find(actor, fileId, versionId);
      const blob = await pictures.open(row.blob_id).catch((error: unknown) => {
        throw error instanceof BlobNotFound ? new DriveError('object-not-found') : error;
      });
      return {
        blob,
        tag: versionId,
        name: `${row.name}.webp`,
        contentType: 'image/webp',
        changedAt: row.created_at,
        sha256: null,
      };
    },
  };

  async function find(actor: Actor, fileId: string, versionId: string) {
    if (!isId(fileId) || !isId(versionId)) throw new DriveError('object-not-found');
    const row = await db
      .selectFrom('versions')
      .innerJoin('entries', 'entries.id', 'versions.entry_id')
      .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
      .select(['versions.blob_id', 'versions.size', 'versions.content_type', 'versions.created_at', 'entries.name'])
      .select(['versions.metageneration', 'versions.metadata', 'versions.updated_at', 'blobs.sha256'])
      .where('versions.id', '=', versionId)
      .where('entries.id', '=', fileId)
      .where('entries.account', '=', actor.account)
      .executeTakeFirst();
    if (row === undefined || !(await lineages(db, actor, [fileId])).has(fileId))
      throw new DriveError('object-not-found');
    return row;
  }

  /** A blob that is missing or has another size than it was kept with is damaged, and never served as if it were whole. */
  async function openWhole(blobId: string, size: number): Promise<OpenBlob> {
    const blob = await blobs.open(blobId).catch((error: unknown) => {
      throw error instanceof BlobNotFound ? new DriveError('internal-error', { cause: error }) : error;
    });
    if (blob.size === size) return blob;
    await blob.close();
    const cause = new Error(`Blob ${blobId} has ${blob.size} bytes on the disk, not ${size}`);
    throw new DriveError('internal-error', { cause });
  }
}
