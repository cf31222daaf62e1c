import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import type { ErrorCode } from '#contract/errors.ts';
import { maxFileBytes } from '#contract/limits.ts';
import { checksumAlgorithms, uploadedFileHeader } from '#contract/storage.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { type AnswerError, answerCode, type ErrorAnswer, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { declaredChecksum, declaredSha256 } from '../content/digest-headers.ts';
import type { FindIdentity } from '../middleware/identity.ts';
import { openBody } from '../server/request-body.ts';
import { createAppend, lockDrainMs } from './append.ts';
import { isSingleRequestUpload, receiveSingleRequestUpload } from './single-request-upload.ts';
import { createTusStore, type UploadRequest } from './tus-store.ts';
import { createUploadLocks } from './upload-locks.ts';
import { idIn, parseMetadata } from './upload-metadata.ts';

export const uploadsPath = '/api/uploads';

const tusVersion = '1.0.0';
const octetsType = 'application/offset+octet-stream';
/** GET stays outside: the library would serve the bytes of any upload. */
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

/** The library's own refusals by status, in the contract's words. */
const codesByStatus: Record<number, ErrorCode> = {
  400: 'upload-request-invalid',
  403: 'upload-request-invalid',
  404: 'upload-not-found',
  409: 'upload-offset-conflict',
  410: 'upload-expired',
  412: 'upload-version-unsupported',
  413: 'upload-too-long',
  415: 'upload-type-invalid',
  501: 'upload-request-invalid',
};

type UploadsRequest = { request: Request; incoming: IncomingMessage };

type Deps = { access: Access; uploads: Uploads; identity: FindIdentity; answerError: AnswerError };

/** Resumable and one-request uploads by tus 1.0: creation, creation-with-upload, termination, expiration, checksum. */
export function createUploadsHandler({ access, uploads, identity, answerError }: Deps) {
  const current = new AsyncLocalStorage<UploadRequest>();
  const thrown = new WeakMap<Request, unknown>();
  const locker = createUploadLocks();
  const append = createAppend({ uploads, locker });
  const tus = new Server({
    path: uploadsPath,
    relativeLocation: true,
    allowedOrigins: [],
    locker,
    lockDrainTimeout: lockDrainMs,
    datastore: createTusStore(uploads, current),
    namingFunction: (_request, metadata) => idIn(metadata) ?? uploads.newId(),
    onUploadFinish: async (_request, { id }) => {
      const running = current.getStore();
      // An upload of no bytes is complete when it is created.
      if (running) running.fileId ??= await uploads.finish(running.scope, id);
      return {};
    },
    onResponseError: (request, error) => {
      thrown.set(request, error);
      return undefined;
    },
  });

  return async ({ request, incoming }: UploadsRequest): Promise<Response> => {
    const method = wantedMethod(request);
    if (!methods.includes(method))
      return errorResponse(answerCode('method-not-allowed'), { allow: methods.join(', ') });
    if (method === 'OPTIONS') return await options(request);
    const body = method === 'HEAD' ? undefined : openBody(incoming);
    const { headers } = request;
    try {
      checkVersion(headers);
      checkLength(headers);
      if (method === 'PATCH') checkType(headers);
      const declared = { sha256: declaredSha256(headers), checksum: declaredChecksum(headers) };
      const sender = await identity(headers);
      const scope = await scopeOf(sender.principal, method, request);
      // A session that ended while the bytes were coming makes no file any more.
      const options = { ...declared, confirm: sender.confirm };
      if (body !== undefined && method === 'PATCH') {
        const told = await append({ id: idOf(request), scope, headers, options, body });
        return new Response(null, { status: 204, headers: { 'tus-resumable': tusVersion, ...told } });
      }
      if (body !== undefined && isSingleRequestUpload(method, headers, octetsType)) {
        return whole(await receiveSingleRequestUpload(uploads, { scope, identity: sender, headers, options, body }));
      }
      const passed = new Request(request.url, { method, headers, body: body?.stream ?? null, duplex: 'half' });
      const running: UploadRequest = { scope, options, created: undefined, fileId: undefined };
      return await current.run(running, () => answer(passed, running));
    } catch (error) {
      return refusal(request, translate(error));
    } finally {
      body?.discard();
    }
  };

  /** A new upload is about the folder it goes to, all other requests about an upload. */
  async function scopeOf(principal: Principal, method: string, request: Request): Promise<Scope> {
    if (method !== 'POST') return await access.scopeForUpload(principal, idOf(request));
    const metadata = parseMetadata(request.headers.get('upload-metadata'));
    return await access.scopeFor(principal, [metadata['folderId'] || null]);
  }

  function whole({ id, length, fileId }: { id: string; length: number; fileId: string }): Response {
    return new Response(null, {
      status: 201,
      headers: {
        'tus-resumable': tusVersion,
        location: `${uploadsPath}/${id}`,
        'upload-offset': String(length),
        [uploadedFileHeader]: fileId,
      },
    });
  }

  async function options(request: Request): Promise<Response> {
    const response = await tus.handleWeb(request);
    response.headers.set('tus-max-size', String(maxFileBytes));
    response.headers.set('tus-checksum-algorithm', checksumAlgorithms.join(','));
    return response;
  }

  async function answer(request: Request, running: UploadRequest): Promise<Response> {
    const response = await tus.handleWeb(request);
    if (response.status < 400) {
      if (running.fileId !== undefined) response.headers.set(uploadedFileHeader, running.fileId);
      return response;
    }
    if (running.created !== undefined && running.fileId === undefined) {
      // What was not answered as begun is not gone on with: who chose its id is told that it is not there.
      await uploads.discard(running.scope, running.created).catch(() => {});
    }
    return refusal(request, translate(thrown.get(request) ?? response));
  }

  /** The library throws plain objects, and answers some headers by itself, with the status the protocol asks for. */
  function translate(problem: unknown): ErrorAnswer {
    const { status, status_code, body } = problem as { status?: number; status_code?: number; body?: unknown };
    if (typeof body === 'string' && body.includes('aborted')) return answerCode('upload-interrupted');
    if (typeof body === 'string' && body.includes('lock')) return answerCode('upload-locked');
    const code = codesByStatus[status_code ?? status ?? 0];
    return code === undefined ? answerError(problem) : answerCode(code);
  }
}

/**
 * tus 1.0: `X-HTTP-Method-Override` stands for the method, where a client cannot send all of them. Heard only where the
 * origin was checked already.
 */
function wantedMethod({ method, headers }: Request): string {
  return method === 'POST' ? (headers.get('x-http-method-override') ?? method) : method;
}

function refusal(request: Request, answer: ErrorAnswer): Response {
  const headers: Record<string, string> = { 'tus-resumable': tusVersion };
  if (answer.body.code === 'upload-version-unsupported') headers['tus-version'] = tusVersion;
  const response = errorResponse(answer, headers);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

/** The last part of the address of an upload. */
function idOf({ url }: Request): string {
  return new URL(url).pathname.slice(uploadsPath.length + 1);
}

/** tus 1.0: another version of the protocol is answered with 412 and nothing is done. */
function checkVersion(headers: Headers) {
  if (headers.get('tus-resumable') !== tusVersion) throw new KeepsakeError('upload-version-unsupported');
}

/** tus 1.0: bytes travel as this type only. */
function checkType(headers: Headers) {
  if (headers.get('content-type') !== octetsType) throw new KeepsakeError('upload-type-invalid');
}

/** tus 1.0: Upload-Length is a non-negative integer. */
function checkLength(headers: Headers) {
  const length = headers.get('upload-length');
  if (length === null) return;
  if (!/^\d+$/.test(length)) throw new KeepsakeError('upload-length-invalid');
  if (!Number.isSafeInteger(Number(length))) throw new KeepsakeError('file-too-large');
}
