import type { File } from '#contract/records/entries.ts';
import { createDriveApi } from '../../drive-api.ts';
import type { Server } from '../../server.ts';
import { sizeOf } from '../requests/source-bytes.ts';
import { toStorageError } from '../requests/storage-error.ts';
import { withRetries } from '../retries/retry-loop.ts';
import { findStored } from './find-stored.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';

type ReuseOptions = { signal?: AbortSignal; retry?: UploadOptions['retry'] };

/** Below this size it takes longer to ask whether a file is stored than to send it, together with others, in bytes. */
export const sizeCheckBytes = 64 * 1024;

/**
 * Stores a file without sending it if the account already has its bytes. `hash` computes the SHA-256 (hexadecimal); for a
 * large file it is called only if one of the same size is stored. Returns the file, and the operation by which it is undone;
 * undefined if the bytes have to be sent. Once `signal` is aborted it sends nothing, however long `hash` takes. Throws StorageError.
 */
export async function reuseIfStored(
  server: Server,
  source: UploadSource,
  hash: () => Promise<string>,
  { signal = new AbortController().signal, retry }: ReuseOptions = {},
): Promise<(File & { operationId: string | null }) | undefined> {
  const api = createDriveApi(server);
  const { body, name, folderId, contentType, lastModified } = source;
  const size = sizeOf(body);
  try {
    if (size >= sizeCheckBytes) {
      const { stored } = await withRetries(() => api.files.sizeIsStored({ size }, { signal }), signal, retry);
      if (!stored) return undefined;
    }
    const sha256 = await unlessAborted(hash(), signal);
    return await withRetries(
      async (previous) => {
        // The previous request may have succeeded although its response was lost.
        const fileId =
          previous === undefined ? undefined : await findStored(server, { name, folderId, size, sha256 }, signal);
        const { file, operationId } =
          fileId === undefined
            ? await api.files.reuse({ name, folderId, size, sha256, contentType, modifiedAt: lastModified }, { signal })
            : { ...(await api.entries.get({ id: fileId }, { signal })), operationId: null };
        return file ? { ...file, operationId } : undefined;
      },
      signal,
      retry,
    );
  } catch (error) {
    throw toStorageError(error);
  }
}

/** The outcome of `work`, or the reason of `signal` as soon as it is aborted. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  return await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', leave));
}
