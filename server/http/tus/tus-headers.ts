import { uploadedFileHeader } from '#contract/storage.ts';
import type { StoredUpload } from '#server/drive/uploads/complete-upload.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { operationHeaders } from '../middleware/operation-headers.ts';
import { requireUncoded } from '../server/request-body.ts';

export const tusVersion = '1.0.0';

/** The media type of bytes (tus 1.0, core protocol). */
export const octetsType = 'application/offset+octet-stream';

/** The headers of a response to the request that finished an upload, or asks about a finished one. */
export function storedHeaders({ fileId, operationId }: StoredUpload): Record<string, string> {
  return { [uploadedFileHeader]: fileId, ...operationHeaders(operationId) };
}

/**
 * tus 1.0: `X-HTTP-Method-Override` replaces the method, for clients that cannot send all of them. Honoured for POST only,
 * whose origin was checked already.
 */
export function methodOf({ method, headers }: Request): string {
  return method === 'POST' ? (headers.get('x-http-method-override') ?? method) : method;
}

/** Throws upload-version-unsupported, upload-length-invalid, file-too-large, upload-type-invalid, invalid-input. */
export function checkHeaders(method: string, headers: Headers): void {
  // tus 1.0: another version of the protocol is answered with 412, and nothing is done.
  if (headers.get('tus-resumable') !== tusVersion) throw new KeepsakeError('upload-version-unsupported');
  checkLength(headers.get('upload-length'));
  if (method === 'PATCH' && headers.get('content-type') !== octetsType) throw new KeepsakeError('upload-type-invalid');
  if (method === 'PATCH' || method === 'POST') requireUncoded(headers);
}

/** tus 1.0: Upload-Length is a non-negative integer. */
function checkLength(length: string | null): void {
  if (length === null) return;
  if (!/^\d+$/.test(length)) throw new KeepsakeError('upload-length-invalid');
  if (!Number.isSafeInteger(Number(length))) throw new KeepsakeError('file-too-large');
}
