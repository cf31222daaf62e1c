import type { File } from '#contract/entries.ts';
import { createApi } from '../../api.ts';
import type { Server } from '../../server.ts';
import { repeat } from '../requests/retry-loop.ts';
import { sizeOf } from '../requests/source-bytes.ts';
import { toStorageError } from '../requests/storage-error.ts';
import { findStored } from './find-stored.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';

type LinkOptions = { signal?: AbortSignal; retry?: UploadOptions['retry'] };

/** Smaller files are hashed sooner than it is asked whether one of their size is kept, in bytes. */
const askedBytes = 64 * 1024;

/**
 * Keeps a file without sending it when the account has its bytes already. `hash` computes the SHA-256 (hexadecimal) and
 * is called for a large file only when one of its size is kept. Returns undefined when the bytes have to be sent; throws StorageError.
 */
export async function reuseIfStored(
  server: Server,
  source: UploadSource,
  hash: () => Promise<string>,
  { signal = new AbortController().signal, retry }: LinkOptions = {},
): Promise<File | undefined> {
  const api = createApi(server);
  const { body, name, folderId, contentType, lastModified } = source;
  const size = sizeOf(body);
  try {
    if (size >= askedBytes) {
      const { kept } = await repeat(() => api.files.sizeIsKept({ size }), signal, retry);
      if (!kept) return undefined;
    }
    const sha256 = await hash();
    return await repeat(
      async (before) => {
        // A link whose answer was lost may have done its work.
        const fileId = before === undefined ? undefined : await findStored(server, source, signal);
        if (fileId !== undefined) return (await api.entries.get({ id: fileId })).file ?? undefined;
        const { file } = await api.files.link({ name, folderId, size, sha256, contentType, modifiedAt: lastModified });
        return file ?? undefined;
      },
      signal,
      retry,
    );
  } catch (error) {
    throw toStorageError(error);
  }
}
