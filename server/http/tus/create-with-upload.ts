import type { Lock } from '@tus/server';
import { resumableThreshold } from '#contract/storage.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { AppendOptions } from '#server/drive/uploads/upload-bytes.ts';
import type { Appended, Uploads } from '#server/drive/uploads/uploads.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import type { MemoryBudget } from '../server/bounds/memory-budget.ts';
import { type RequestBody, readWhole } from '../server/request-body.ts';
import { octetsType } from './tus-headers.ts';
import { whileLocked } from './upload-locks.ts';
import { idIn, newUpload, parseMetadata } from './upload-metadata.ts';

type Creation = {
  scope: Scope;
  identity: Identity;
  headers: Headers;
  options: AppendOptions;
  body: RequestBody;
};

/** A created upload, and how far its bytes came. */
type Created = Appended & { id: string };

type Deps = { uploads: Uploads; memory: MemoryBudget; lockOf: (scope: Scope, id: string) => Lock };

/** Whether a request creates an upload of a known length and brings bytes of it. */
export function isCreationWithUpload(method: string, headers: Headers): boolean {
  return (
    method === 'POST' &&
    headers.has('upload-length') &&
    headers.get('content-type') === octetsType &&
    !headers.has('upload-defer-length') &&
    !headers.has('upload-concat')
  );
}

/**
 * Creates an upload and stores the bytes that the request brings (tus 1.0, creation with upload). A request that fails
 * leaves nothing. It replaces the handler of the library, which passes the bytes through four more streams.
 */
export function createWithUpload({ uploads, memory, lockOf }: Deps) {
  return async ({ scope, identity, headers, options, body }: Creation): Promise<Created> => {
    const metadata = parseMetadata(headers.get('upload-metadata'));
    const length = Number(headers.get('upload-length'));
    const upload = newUpload(length, metadata, options);
    const id = idIn(metadata) ?? uploads.newId();
    const bodyLength = Number(headers.get('content-length') ?? 0);
    const isWhole = headers.has('content-length') && bodyLength === length && length <= resumableThreshold;
    if (isWhole) return await memory.hold(senderOf(scope.account), length, storeInOneStep);
    return await whileLocked(lockOf(scope, id), body, storeResumable);

    /** All bytes, few enough to be held, in one step without intermediate states. */
    async function storeInOneStep(): Promise<Created> {
      if (options.sha256 !== undefined && options.sha256 !== upload.sha256) throw new KeepsakeError('digest-mismatch');
      const bytes = await readWhole(body.bytes, length).catch((error: unknown) => {
        throw new KeepsakeError('upload-interrupted', { cause: error });
      });
      // A session that ended during the transfer creates no file.
      await identity.confirm();
      const stored = await uploads.commitSingleRequest(scope, id, { upload, bytes, checksum: options.checksum });
      return { id, offset: length, expiresAt: undefined, stored };
    }

    async function storeResumable(): Promise<Created> {
      await uploads.begin(scope, id, upload);
      try {
        return { id, ...(await uploads.append(scope, id, 0, body.bytes, { ...options, bodyLength })) };
      } catch (error) {
        // It is not resumed: a client that chose its id receives upload-not-found.
        await uploads.discard(scope, id).catch(() => {});
        throw error;
      }
    }
  };
}
