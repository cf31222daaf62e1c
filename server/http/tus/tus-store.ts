import type { AsyncLocalStorage } from 'node:async_hooks';
import { DataStore, Upload } from '@tus/server';
import { uploadLifetimeMs } from '#contract/storage.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { StoredUpload } from '#server/drive/uploads/complete-upload.ts';
import type { AppendOptions } from '#server/drive/uploads/upload-bytes.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { newUpload } from './upload-metadata.ts';

/** The upload request that is running; `created` and `stored` are set on the way. */
export type UploadRequest = {
  scope: Scope;
  /** What the headers declare. */
  options: AppendOptions;
  created: string | undefined;
  stored: StoredUpload | undefined;
};

/**
 * The drive's uploads as a data store of the library. The scope is taken from the running request, because the library has
 * no notion of owners.
 */
export function createTusStore(uploads: Uploads, current: AsyncLocalStorage<UploadRequest>): DataStore {
  const request = () => {
    const running = current.getStore();
    if (running === undefined) throw new Error('The upload store is used outside a request');
    return running;
  };

  return Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'],

    async create(upload: Upload): Promise<Upload> {
      const { scope, options } = request();
      await uploads.begin(scope, upload.id, newUpload(upload.size ?? Number.NaN, upload.metadata ?? {}, options));
      request().created = upload.id;
      return upload;
    },

    async getUpload(id: string): Promise<Upload> {
      const { length, offset, expiresAt, stored, ...status } = await uploads.status(request().scope, id);
      request().stored = stored;
      const metadata = Object.keys(status.metadata).length > 0 ? status.metadata : undefined;
      const created = expiresAt === undefined ? Date.now() : expiresAt - uploadLifetimeMs;
      return new Upload({ id, size: length, offset, metadata, creation_date: new Date(created).toISOString() });
    },

    async remove(id: string): Promise<void> {
      await uploads.discard(request().scope, id);
    },

    getExpiration: () => uploadLifetimeMs,
  });
}
