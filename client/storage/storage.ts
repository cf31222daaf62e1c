import type { DownloadToken } from '#contract/records/access.ts';
import type { ObjectList, ObjectMetadata, SettableMetadata } from '#contract/records/objects.ts';
import { operationHeader } from '#contract/storage.ts';
import { createApi } from '../api.ts';
import type { Server } from '../server.ts';
import { type Download, type DownloadOptions, openDownload } from './objects/download.ts';
import { createPut, metadataIn } from './objects/put-object.ts';
import { decodeString, type StringFormat } from './objects/string-formats.ts';
import { fetchMetadata, objectAddress, parse } from './requests/object-address.ts';
import { objectPath, readAddress } from './requests/object-path.ts';
import { Rejected } from './requests/rejected.ts';
import { send } from './requests/send.ts';
import type { SourceBytes } from './requests/source-bytes.ts';
import { ConnectionLost, isAbort, StorageError, toStorageError } from './requests/storage-error.ts';
import type { RetryOptions } from './retries/retry.ts';
import { type PreviousFailure, withRetries } from './retries/retry-loop.ts';
import { pathIn } from './transfer/find-stored.ts';

export type StorageOptions = {
  /** The name of the server's one bucket: `keepsake`. */
  bucket?: string;
  /** Retries; by default for at most 120,000 ms after the first failure. */
  retry?: Partial<RetryOptions>;
};

export type ListOptions = { prefix?: string; delimiter?: string; pageToken?: string; maxResults?: number };

type PutOptions = {
  metadata?: SettableMetadata;
  /** Replaces the object only if this is its generation; 0: only if there is no object. */
  ifGenerationMatch?: number;
};

export type Storage = ReturnType<typeof createStorage>;

const bucketName: ObjectMetadata['bucket'] = 'keepsake';
/** Specification, section 9. */
const maxResultsPerPage = 1000;

/**
 * The objects of a bucket by their paths: the names of the folders from the top, then the file's (`fullPath` without the
 * uid in front). Every call throws StorageError and is retried after 408, 429, 5xx and lost connections. Throws
 * no-default-bucket, invalid-default-bucket.
 */
export function createStorage(server: Server, { bucket, retry }: StorageOptions) {
  if (!bucket) throw new StorageError('no-default-bucket');
  if (bucket !== bucketName) throw new StorageError('invalid-default-bucket', { detail: { bucket } });
  const closing = new AbortController();
  const { signal } = closing;
  const api = createApi(server);

  return {
    /** The metadata of an object. */
    metadata: (path: string): Promise<ObjectMetadata> => operate(() => metadataOf(path)),

    /** Updates metadata; null removes a field, fields that are not named stay. */
    updateMetadata: (path: string, fields: SettableMetadata): Promise<ObjectMetadata> =>
      operate(async () => {
        const headers = { 'content-type': 'application/json' };
        const url = addressOf(path);
        return metadataIn(await send(server, { method: 'PATCH', url, headers, body: JSON.stringify(fields), signal }));
      }),

    /** Moves the file of an object to Trash. Returns the operation by which it is undone; null if that is not known. */
    delete: (path: string): Promise<string | null> =>
      operate(async (previous) => {
        const answer = await send(server, { method: 'DELETE', url: addressOf(path), headers: {}, signal });
        const isDone = answer.status === 200 || answer.status === 204;
        // Not found after a lost response: the previous request deleted it.
        if (!isDone && !(answer.status === 404 && previous !== undefined)) throw new Rejected(answer);
        return answer.header(operationHeader);
      }),

    /** One page of the objects whose paths begin with `prefix`; a delimiter groups deeper paths into prefixes. */
    list: (options: ListOptions = {}): Promise<ObjectList> => operate(() => listPage(options)),

    /** All objects whose paths begin with `prefix`. */
    async listAll(prefix?: string): Promise<ObjectMetadata[]> {
      const items: ObjectMetadata[] = [];
      for (let pageToken: string | undefined; ; ) {
        const page = await operate(() => listPage({ prefix, pageToken, maxResults: maxResultsPerPage }));
        items.push(...page.items);
        if (page.nextPageToken === null) return items;
        pageToken = page.nextPageToken;
      }
    },

    /** Uploads an object in one request and creates the folders of its path. For large files use `startUpload`. */
    put: (path: string, data: SourceBytes, { metadata = {}, ifGenerationMatch }: PutOptions = {}) =>
      putBytes(path, data, { metadata, ifGenerationMatch }),

    /** Uploads the bytes that a string encodes: UTF-8, Base64, Base64url or a data URL. Throws invalid-format. */
    async putString(path: string, text: string, format: StringFormat = 'raw', options: PutOptions = {}) {
      const { bytes, contentType } = decodeString(text, format);
      const metadata = { ...(contentType === undefined ? {} : { contentType }), ...options.metadata };
      return await putBytes(path, bytes, { ...options, metadata });
    },

    /** The bytes of an object, or of a range of it, as a stream. */
    download: (path: string, options: DownloadOptions = {}): Promise<Download> =>
      operate(() => openDownload(server, addressOf(path), options, signal)),

    /** The bytes of an object, or of a range of it, in memory. */
    downloadBlob: (path: string, options: DownloadOptions = {}): Promise<Blob> =>
      operate(async () => {
        const { stream, contentType } = await openDownload(server, addressOf(path), options, signal);
        const response = new Response(stream, { headers: { 'content-type': contentType } });
        return await response.blob().catch((error: unknown) => {
          signal.throwIfAborted();
          throw isAbort(error) ? error : new ConnectionLost(error);
        });
      }),

    /** Creates a token; `url` opens the object without a session until `expiresAt` (ms; null: until it is revoked). */
    createDownloadToken: (
      path: string,
      { expiresAt = null }: { expiresAt?: number | null } = {},
    ): Promise<DownloadToken & { token: string; url: string }> =>
      operate(async () => {
        const { fileId } = await metadataOf(path);
        const created = await api.downloadTokens.create({ fileId, expiresAt });
        return { ...created, url: new URL(created.url, server.baseUrl).href };
      }),

    /** The URL that opens an object with a token. Throws no-download-url if the token is not valid for it. */
    downloadUrl: (path: string, token: string): Promise<string> =>
      operate(async () => {
        const url = new URL((await metadataOf(path)).url, server.baseUrl);
        url.searchParams.set('token', token);
        const answer = await send(server, { method: 'HEAD', url: url.href, headers: {}, signal });
        if (answer.status === 401 || answer.status === 404)
          throw new StorageError('no-download-url', { status: answer.status });
        if (answer.status >= 300) throw new Rejected(answer);
        return url.href;
      }),

    /** Revokes a token. Throws no-download-url if there is none with this id. */
    revokeToken: (id: string): Promise<void> =>
      operate(async (previous) => {
        try {
          await api.downloadTokens.revoke({ id });
        } catch (error) {
          const failure = toStorageError(error);
          if (failure.serverCode !== 'token-not-found') throw error;
          if (previous === undefined)
            throw new StorageError('no-download-url', { status: failure.status, cause: error });
        }
      }),

    /** The path of the object at a URL of this server. Throws invalid-url for any other. */
    refFromUrl: (address: string): Promise<string> =>
      operate(async () => {
        const named = readAddress(server, address);
        if ('path' in named) return objectPath(named.path);
        const { file } = await api.entries.get({ id: named.fileId });
        if (file === null) throw new StorageError('invalid-url', { detail: { address } });
        return await pathIn(server, file.folderId, file.name, signal);
      }),

    /** Aborts all running calls; every later call throws app-deleted. */
    close(): void {
      closing.abort(new StorageError('app-deleted'));
    },
  };

  async function operate<T>(work: (previous: PreviousFailure) => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted();
      return await withRetries(work, signal, retry);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  function addressOf(path: string): string {
    return objectAddress(server, objectPath(path));
  }

  async function metadataOf(path: string): Promise<ObjectMetadata> {
    return await fetchMetadata(server, objectPath(path), signal);
  }

  function putBytes(path: string, data: SourceBytes, options: PutOptions & { metadata: SettableMetadata }) {
    let put: ReturnType<typeof createPut> | undefined;
    return operate((previous) => {
      put ??= createPut(server, { path: objectPath(path), data, ...options }, signal);
      return put(previous);
    });
  }

  async function listPage({ maxResults, ...others }: ListOptions): Promise<ObjectList> {
    if (
      maxResults !== undefined &&
      !(Number.isInteger(maxResults) && maxResults >= 1 && maxResults <= maxResultsPerPage)
    )
      throw new StorageError('invalid-argument', { detail: { maxResults } });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...others, maxResults })) {
      if (value !== undefined) query.set(name, String(value));
    }
    const answer = await send(server, {
      method: 'GET',
      url: `${server.baseUrl}/api/objects?${query}`,
      headers: {},
      signal,
    });
    if (answer.status !== 200) throw new Rejected(answer);
    return parse(answer.text) as ObjectList;
  }
}
