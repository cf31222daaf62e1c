import { redirectSeconds } from '#contract/limits.ts';
import { BlobNotFound, type BlobStore, type PresignedHeaders } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { partOf, unverified, type VerifiedBlob } from '#server/integrity/verified-blob.ts';
import type { Scope } from '../access/scope.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { readMetadata } from '../versions/version-metadata.ts';
import type { OpenBlob } from './open-blob.ts';
import { createStoredVersions } from './stored-versions.ts';

/** The bytes of one version, of a thumbnail or of an archive, opened, with what its headers need. It has to be closed. */
export type OpenContent = {
  /** Which version it is; undefined for what is none. */
  version?: { fileId: string; versionId: string };
  /** Its bytes end with file-damaged before the first one that differs from what was stored. */
  blob: VerifiedBlob;
  /** Changes whenever bytes or headers change. */
  tag: string;
  name: string;
  contentType: string;
  contentLanguage?: string;
  /** When bytes or headers last changed, in milliseconds. */
  changedAt: number;
  /** Of all bytes, hexadecimal; null if it is not known. */
  sha256: string | null;
  /** A URL outside this server that serves the same bytes for a short time; undefined if there is none. */
  presignedUrl?: (headers: PresignedHeaders) => Promise<string | undefined>;
};

/** Fewer bytes are sent sooner than a redirect is followed. */
const minRedirectedBytes = 1024 ** 2;

/** The thumbnail, or the picture that a viewer shows at once. */
export type PreviewSize = 'thumbnail' | 'screen';

export type ContentReader = ReturnType<typeof createContentReader>;

type Deps = { db: Database; blobs: BlobStore; thumbnails: BlobStore; damage: Damage; openBlob: OpenBlob };

/** Opens the stored bytes of versions and their thumbnails. */
export function createContentReader({ db, blobs, thumbnails, damage, openBlob }: Deps) {
  const versions = createStoredVersions({ db });
  return {
    /** The bytes of a version. Throws file-damaged; object-not-found if it is absent, of another account or in Trash. */
    async open(scope: Scope, fileId: string, versionId: string): Promise<OpenContent> {
      const row = await versions.live(scope, fileId, versionId);
      if (row.damaged_at !== null) {
        // Its bytes may have been restored.
        damage.suspect(row.blob_id);
        throw new KeepsakeError('file-damaged');
      }
      return {
        version: { fileId, versionId },
        blob: await openBlob({ id: row.blob_id, size: row.size, sha256: row.sha256 }),
        tag: row.metageneration === 1 ? versionId : `${versionId}-${row.metageneration}`,
        name: row.name,
        contentType: row.content_type,
        contentLanguage: readMetadata(row.metadata).contentLanguage,
        changedAt: row.updated_at ?? row.created_at,
        sha256: row.sha256,
        presignedUrl: async (headers) =>
          row.size < minRedirectedBytes ? undefined : await blobs.presignedUrl(row.blob_id, headers, redirectSeconds),
      };
    },

    /**
     * The thumbnail of a version, or its picture for the screen, also of one in Trash. Throws object-not-found, also if
     * there is none.
     */
    async openPreview(
      scope: Scope,
      fileId: string,
      { versionId, size }: { versionId: string; size: PreviewSize },
    ): Promise<OpenContent> {
      const row = await versions.find(scope, fileId, versionId);
      if (!(await allAncestors(db, scope, [fileId])).has(fileId)) throw new KeepsakeError('object-not-found');
      const isScreen = size === 'screen';
      if (isScreen && row.thumbnail_bytes === null) throw new KeepsakeError('object-not-found');
      const blob = await thumbnails.open(row.blob_id).catch((error: unknown) => {
        throw error instanceof BlobNotFound ? new KeepsakeError('object-not-found') : error;
      });
      const ends = row.thumbnail_bytes ?? blob.size;
      return {
        blob: unverified(isScreen ? partOf(blob, ends, blob.size) : partOf(blob, 0, ends)),
        // A frame of a film that was sent gives way to one that the server made.
        tag: `${versionId}-${ends}-${blob.size}${isScreen ? '-screen' : ''}`,
        name: `${row.name}.webp`,
        contentType: 'image/webp',
        changedAt: row.created_at,
        sha256: null,
      };
    },
  };
}
