import { resumableThreshold } from '#contract/storage.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { StoredUpload } from '#server/drive/uploads/complete-upload.ts';
import type { AppendOptions } from '#server/drive/uploads/upload-bytes.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identity } from '../middleware/sender-still-valid.ts';
import { type RequestBody, readWhole } from '../server/request-body.ts';
import { octetsType } from './tus-headers.ts';
import { idIn, newUpload, parseMetadata } from './upload-metadata.ts';

/** Whether a request creates an upload and contains all its bytes, few enough to be held in memory. */
export function isSingleRequestUpload(method: string, headers: Headers): boolean {
  const length = headers.get('upload-length') ?? '';
  return (
    method === 'POST' &&
    /^\d+$/.test(length) &&
    Number(length) <= resumableThreshold &&
    headers.get('content-length') === length &&
    headers.get('content-type') === octetsType &&
    !headers.has('upload-defer-length') &&
    !headers.has('upload-concat')
  );
}

type SingleRequestUpload = {
  scope: Scope;
  identity: Identity;
  headers: Headers;
  options: AppendOptions;
  body: RequestBody;
};

/**
 * Stores such an upload in one step, without intermediate states (tus 1.0, creation with upload). An interrupted one
 * leaves nothing.
 */
export async function receiveSingleRequestUpload(
  uploads: Uploads,
  { scope, identity, headers, options, body }: SingleRequestUpload,
): Promise<{ id: string; length: number; stored: StoredUpload }> {
  const metadata = parseMetadata(headers.get('upload-metadata'));
  const length = Number(headers.get('upload-length'));
  const upload = newUpload(length, metadata, options);
  const id = idIn(metadata) ?? uploads.newId();
  if (options.sha256 !== undefined && options.sha256 !== upload.sha256) throw new KeepsakeError('digest-mismatch');
  const bytes = await readWhole(body.bytes, length).catch((error: unknown) => {
    throw new KeepsakeError('upload-interrupted', { cause: error });
  });
  // A session that ended during the transfer creates no file.
  await identity.confirm();
  const stored = await uploads.commitSingleRequest(scope, id, { upload, bytes, checksum: options.checksum });
  return { id, length, stored };
}
