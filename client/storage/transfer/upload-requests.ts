import { operationHeader, uploadedFileHeader, uploadIdKey } from '#contract/storage.ts';
import type { Answer, Sending, Server } from '../../server.ts';
import { toBase64 } from '../requests/base64.ts';
import { Rejected } from '../requests/rejected.ts';
import { send } from '../requests/send.ts';
import type { SourceBytes } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';

/** The state of an upload: its offset in bytes, and, once it is stored, the ids of the file and of the operation. */
export type Progress = { offset: number; fileId: string | undefined; operationId: string | null };

type SendOptions = Pick<Sending, 'signal' | 'onProgress'>;
type Bytes = { body: SourceBytes; digest: Record<string, string> };

const version = { 'tus-resumable': '1.0.0' };
const octets = { 'content-type': 'application/offset+octet-stream' };

/** The requests of tus 1.0, each sent once. Each throws Rejected, ConnectionLost or server-file-wrong-size. */
export function createUploadRequests(server: Server, totalBytes: number, { silenceMs, ifGeneration }: UploadOptions) {
  const endpoint = `${server.baseUrl}/api/uploads`;

  return {
    /** The URL of the upload with this id. */
    addressOf: (id: string): string => `${endpoint}/${id}`,
    /** Whether an upload at this URL can be created here. */
    isOwn: (url: string): boolean => url === `${endpoint}/${idOf(url)}`,
    /** POST: creates the upload that has this URL; `bytes` are those of the whole file, sent in the same request. */
    async create(url: string, source: UploadSource, options: SendOptions, bytes?: Bytes) {
      const headers = {
        ...version,
        'upload-length': String(totalBytes),
        'upload-metadata': metadataOf(source, { [uploadIdKey]: idOf(url), ifGeneration }),
        ...(bytes ? { ...octets, ...bytes.digest } : {}),
      };
      const answer = await request({ method: 'POST', url: endpoint, headers, body: bytes?.body, ...options });
      const stored = storedIn(answer);
      return answer.header('upload-offset') === null ? { offset: 0, ...stored } : progressOf(answer, totalBytes);
    },
    /** HEAD: asks for the offset. */
    async offset(url: string, signal: AbortSignal): Promise<Progress> {
      const answer = await request({ method: 'HEAD', url, headers: version, signal });
      if (answer.header('upload-length') !== String(totalBytes)) throw wrongSize(answer);
      return progressOf(answer, totalBytes);
    },
    /** PATCH: sends the bytes at `offset`. */
    async append(url: string, offset: number, size: number, { body, digest }: Bytes, options: SendOptions) {
      const headers = { ...version, ...octets, ...digest, 'upload-offset': String(offset) };
      return progressOf(await request({ method: 'PATCH', url, headers, body, ...options }), offset + size);
    },
    /** DELETE: terminates the upload. */
    async terminate(url: string, signal: AbortSignal): Promise<void> {
      await request({ method: 'DELETE', url, headers: version, signal });
    },
  };

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

/** Upload-Metadata of tus 1.0: pairs of key and Base64 value. */
function metadataOf(
  { name, contentType, folderId, lastModified }: UploadSource,
  others: Record<string, string | number | undefined>,
): string {
  const pairs = { filename: name, filetype: contentType || undefined, folderId, lastModified, ...others };
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key} ${toBase64(new TextEncoder().encode(String(value)))}`)
    .join(',');
}
