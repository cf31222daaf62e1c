import type { Lock } from '@tus/server';
import type { Scope } from '#server/drive/access/scope.ts';
import type { AppendOptions } from '#server/drive/uploads/upload-bytes.ts';
import type { Appended, Uploads } from '#server/drive/uploads/uploads.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { RequestBody } from '../server/request-body.ts';
import { storedHeaders } from './tus-headers.ts';
import { whileLocked } from './upload-locks.ts';

type AppendRequest = {
  id: string;
  lock: Lock;
  scope: Scope;
  headers: Headers;
  options: AppendOptions;
  body: RequestBody;
};

/**
 * PATCH (tus 1.0, core protocol): appends the body at Upload-Offset. Returns the headers of the 204 response, with the id
 * of the file once all bytes are stored. It replaces the handler of the library, which reads the state of the upload
 * before and after the bytes; this is one call of the drive.
 */
export function createAppend({ uploads }: { uploads: Uploads }) {
  return async ({ id, lock, scope, headers, options, body }: AppendRequest): Promise<Record<string, string>> => {
    const offset = readOffset(headers);
    const bodyLength = Number(headers.get('content-length') ?? 0);
    const appended = await whileLocked(lock, body, () =>
      uploads.append(scope, id, offset, body.bytes, { ...options, bodyLength }),
    );
    return appendedHeaders(appended);
  };
}

/** The headers of a response to a request that brought bytes. */
export function appendedHeaders({ offset, expiresAt, stored }: Appended): Record<string, string> {
  return {
    'upload-offset': String(offset),
    ...(expiresAt === undefined ? {} : { 'upload-expires': new Date(expiresAt).toUTCString() }),
    ...(stored === undefined ? {} : storedHeaders(stored)),
  };
}

/** tus 1.0: Upload-Offset is a non-negative integer; the length of an upload is known from its creation. */
function readOffset(headers: Headers): number {
  const text = headers.get('upload-offset') ?? '';
  const offset = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(offset) || headers.has('upload-length'))
    throw new KeepsakeError('upload-request-invalid');
  return offset;
}
