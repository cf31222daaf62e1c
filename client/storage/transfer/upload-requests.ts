import { operationHeader, uploadedFileHeader, uploadIdKey, wholeDigestHeader } from '#contract/storage.ts';
import type { Answer, Sending, Server } from '../../server.ts';
import { hexToBase64, toBase64 } from '../requests/encodings.ts';
import { Rejected } from '../requests/rejected.ts';
import { send } from '../requests/send.ts';
import type { SourceBytes } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';
import type { BatchFile } from './upload-batches.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';

/** The state of an upload: its offset in bytes, and, once it is stored, the ids of the file and of the operation. */
export type Progress = { offset: number; fileId: string | undefined; operationId: string | null };

type SendOptions = Pick<Sending, 'signal' | 'onProgress'>;
type Bytes = { body: SourceBytes; sha256: string | undefined };

const version = { 'tus-resumable': '1.0.0' };
const octets = { 'content-type': 'application/offset+octet-stream' };

/** The requests of tus 1.0, each sent once. Each throws Rejected, ConnectionLost or server-file-wrong-size. */
export function createUploadRequests(
  server: Server,
  totalBytes: number,
  { silenceMs, ifGeneration, ifChanged, batches }: UploadOptions,
) {
  const endpoint = `${server.baseUrl}/api/uploads`;

  return {
    /** The URL of the upload with this id. */
    addressOf: (id: string): string => `${endpoint}/${id}`,
    /** Whether an upload at this URL can be created here. */
    isOwn: (url: string): boolean => url === `${endpoint}/${idOf(url)}`,
    /** POST: creates the upload that has this URL; `bytes` are those of the whole file, sent in the same request. */
    async create(url: string, source: UploadSource, options: SendOptions, bytes?: Bytes) {
      const metadata = metadataOf(source, {
        [uploadIdKey]: idOf(url),
        ifGeneration,
        ifChanged: ifChanged ? 'true' : undefined,
      });
      const stored = bytes && (await batches?.send(inBatch(bytes, metadata, options)));
      if (stored) return { offset: totalBytes, ...stored };
      const headers = {
        ...version,
        'upload-length': String(totalBytes),
        'upload-metadata': encoded(metadata),
        ...(bytes ? { ...octets, ...digestHeader(bytes.sha256) } : {}),
      };
      const answer = await request({ method: 'POST', url: endpoint, headers, body: bytes?.body, ...options });
      return answer.header('upload-offset') === null
        ? { offset: 0, ...storedIn(answer) }
        : progressOf(answer, totalBytes);
    },
    /** HEAD: asks for the offset. */
    async offset(url: string, signal: AbortSignal): Promise<Progress> {
      const answer = await request({ method: 'HEAD', url, headers: version, signal });
      if (answer.header('upload-length') !== String(totalBytes)) throw wrongSize(answer);
      return progressOf(answer, totalBytes);
    },
    /** PATCH: sends the bytes at `offset`. */
    async append(url: string, offset: number, size: number, { body, sha256 }: Bytes, options: SendOptions) {
      const headers = { ...version, ...octets, ...digestHeader(sha256), 'upload-offset': String(offset) };
      return progressOf(await request({ method: 'PATCH', url, headers, body, ...options }), offset + size);
    },
    /** DELETE: terminates the upload. */
    async terminate(url: string, signal: AbortSignal): Promise<void> {
      await request({ method: 'DELETE', url, headers: version, signal });
    },
  };

  function inBatch({ body, sha256 }: Bytes, metadata: Record<string, string>, options: SendOptions): BatchFile {
    return { body, metadata: sha256 === undefined ? metadata : { ...metadata, sha256 }, ...options, silenceMs };
  }

  async function request(sending: Sending): Promise<Answer> {
    const answer = await send(server, { ...sending, silenceMs });
    if (answer.status < 200 || answer.status >= 300) throw new Rejected(answer);
    return answer;
  }

  /** Reads the headers of a response that must have an offset. One beyond `maxBytes` belongs to another file. */
  function progressOf(answer: Answer, maxBytes: number): Progress {
    const header = answer.header('upload-offset');
    if (header === null) throw new StorageError('unknown', { status: answer.status, detail: 'no Upload-Offset' });
    const offset = Number(header);
    if (!Number.isSafeInteger(offset) || offset < 0 || offset > maxBytes) throw wrongSize(answer);
    return { offset, ...storedIn(answer) };
  }

  function wrongSize(answer: Answer): StorageError {
    const held = { offset: answer.header('upload-offset'), length: answer.header('upload-length') };
    return new StorageError('server-file-wrong-size', { status: answer.status, detail: { ...held, totalBytes } });
  }
}

function storedIn(answer: Answer): Omit<Progress, 'offset'> {
  return { fileId: answer.header(uploadedFileHeader) ?? undefined, operationId: answer.header(operationHeader) };
}

function idOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Of the request with the last bytes (RFC 9530, section 3); none if no digest is wanted. */
function digestHeader(sha256: string | undefined): Record<string, string> {
  return sha256 === undefined ? {} : { [wholeDigestHeader]: `sha-256=:${hexToBase64(sha256)}:` };
}

function metadataOf(
  { name, contentType, folderId, lastModified }: UploadSource,
  others: Record<string, string | number | undefined>,
): Record<string, string> {
  const pairs = { filename: name, filetype: contentType || undefined, folderId, lastModified, ...others };
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, `${value}`]])),
  );
}

/** Upload-Metadata of tus 1.0: pairs of key and Base64 value. */
function encoded(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${toBase64(new TextEncoder().encode(value))}`)
    .join(',');
}
