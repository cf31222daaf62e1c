import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { isId } from '#contract/ids.ts';
import { uploadLifetimeMs } from '#contract/storage.ts';
import type { Actor } from '../drive/actor.ts';
import type { NewUpload } from '../drive/begin-upload.ts';
import { DriveError } from '../drive/drive-error.ts';
import type { Uploads } from '../drive/uploads.ts';

/** What one request at the door is about; `created` and `fileId` are filled in while it runs. */
export type UploadRequest = {
  actor: Actor;
  headers: Headers;
  created: string | undefined;
  fileId: string | undefined;
};

/**
 * The drive's uploads as the library wants to see them. Whose upload it is comes with the request that runs, because
 * the library knows of no owner.
 */
export function createTusStore(uploads: Uploads, current: AsyncLocalStorage<UploadRequest>): DataStore {
  const request = () => {
    const running = current.getStore();
    if (running === undefined) throw new Error('The upload store is used outside a request');
    return running;
  };

  return Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'termination', 'expiration'],

    async create(upload: Upload): Promise<Upload> {
      const { actor } = request();
      await uploads.begin(actor, upload.id, newUpload(upload));
      request().created = upload.id;
      return upload;
    },

    async write(bytes: Readable, id: string, offset: number): Promise<number> {
      const { actor } = request();
      try {
        return await uploads.append(actor, id, offset, bytes);
      } catch (error) {
        // More bytes than were declared: none of this request are kept.
        if (isTooLong(error)) await uploads.takeBack(actor, id, offset);
        throw error;
      }
    },

    async getUpload(id: string): Promise<Upload> {
      const { length, offset, metadata, expiresAt, fileId } = await uploads.status(request().actor, id);
      request().fileId = fileId;
      const created = expiresAt === undefined ? Date.now() : expiresAt - uploadLifetimeMs;
      return new Upload({ id, size: length, offset, metadata, creation_date: new Date(created).toISOString() });
    },

    async remove(id: string): Promise<void> {
      await uploads.discard(request().actor, id);
    },

    getExpiration: () => uploadLifetimeMs,
  });
}

/** What the library's limit on the body throws. */
function isTooLong(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status_code' in error && error.status_code === 413;
}

/** Reads the upload metadata that clients of ours and plain tus clients send. */
function newUpload({ size, metadata = {} }: Upload): NewUpload {
  const folderId = metadata['folderId'] || null;
  if (folderId !== null && !isId(folderId)) throw invalid('folderId', 'Not a folder id');
  const lastModified = metadata['lastModified'];
  const modifiedAt = lastModified ? Number(lastModified) : undefined;
  if (modifiedAt !== undefined && !(Number.isSafeInteger(modifiedAt) && modifiedAt >= 0)) {
    throw invalid('lastModified', 'Not a number of milliseconds');
  }
  return {
    name: metadata['filename'] ?? '',
    folderId,
    length: size ?? Number.NaN,
    contentType: metadata['filetype'] ?? undefined,
    modifiedAt,
    metadata,
  };
}

function invalid(path: string, message: string): DriveError {
  return new DriveError('upload-metadata-invalid', { data: { issues: [{ path, message }] } });
}
