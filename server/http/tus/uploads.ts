import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import { maxFileBytes } from '#contract/limits.ts';
import { checksumAlgorithms } from '#contract/storage.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { required } from '#server/errors/required.ts';
import { declaredChecksum, declaredSha256 } from '../content/digest-headers.ts';
import type { FindIdentity } from '../middleware/sender-still-valid.ts';
import type { MemoryBudget } from '../server/bounds/memory-budget.ts';
import { openBody } from '../server/request-body.ts';
import { appendedHeaders, createAppend } from './append.ts';
import { createWithUpload, isCreationWithUpload } from './create-with-upload.ts';
import { createTranslate, errorAnswer } from './tus-errors.ts';
import { checkHeaders, methodOf, storedHeaders, tusVersion } from './tus-headers.ts';
import { createTusStore, type UploadRequest } from './tus-store.ts';
import { createUploadLocks, lockDrainMs } from './upload-locks.ts';
import { idIn, parseMetadata } from './upload-metadata.ts';

export const uploadsPath = '/api/uploads';

/** Without GET, with which the library would serve the bytes of any upload. */
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

type UploadsRequest = { request: Request; incoming: IncomingMessage };

type Deps = {
  access: Access;
  uploads: Uploads;
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

/** Resumable and single-request uploads by tus 1.0: creation, creation-with-upload, termination, expiration, checksum. */
export function createUploadsHandler({ access, uploads, identity, memory, answerError }: Deps) {
  const current = new AsyncLocalStorage<UploadRequest>();
  const thrown = new WeakMap<Request, unknown>();
  const locks = createUploadLocks();
  /** Of the account, so that nobody else's request ends one of its own, whatever id it names. */
  const lockOf = ({ account }: Scope, id: string) => locks.newLock(`${account} ${id}`);
  const translate = createTranslate(answerError);
  const append = createAppend({ uploads });
  const create = createWithUpload({ uploads, memory, lockOf });
  const tus = new Server({
    path: uploadsPath,
    relativeLocation: true,
    allowedOrigins: [],
    locker: { newLock: (id) => lockOf(required(current.getStore(), 'upload request').scope, id) },
    lockDrainTimeout: lockDrainMs,
    datastore: createTusStore(uploads, current),
    namingFunction: (_request, metadata) => idIn(metadata) ?? uploads.newId(),
    onUploadFinish: async (_request, { id }) => {
      const running = current.getStore();
      // An empty upload is complete when it is created.
      if (running) running.stored ??= await uploads.finish(running.scope, id);
      return {};
    },
    onResponseError: (request, error) => {
      thrown.set(request, error);
      return undefined;
    },
  });

  return async ({ request, incoming }: UploadsRequest): Promise<Response> => {
    const method = methodOf(request);
    if (!methods.includes(method))
      return errorResponse(answerCode('method-not-allowed'), { allow: methods.join(', ') });
    if (method === 'OPTIONS') return await answerOptions(request);
    const body = method === 'HEAD' ? undefined : openBody(incoming);
    const { headers } = request;
    try {
      checkHeaders(method, headers);
      const declared = { sha256: declaredSha256(headers), checksum: declaredChecksum(headers) };
      const sender = await identity(headers);
      const scope = await scopeOf(sender.principal, method, request);
      const id = idOf(request);
      // Before the lock, which ends the running request for the upload: only who may write it may do that.
      if (method !== 'POST') await uploads.requireWritable(scope, id);
      // A session that ended during the transfer creates no file.
      const options = { ...declared, confirm: sender.confirm };
      if (body !== undefined && method === 'PATCH') {
        const answered = await append({ id, lock: lockOf(scope, id), scope, headers, options, body });
        return new Response(null, { status: 204, headers: { 'tus-resumable': tusVersion, ...answered } });
      }
      if (body !== undefined && isCreationWithUpload(method, headers)) {
        const { id: location, ...appended } = await create({ scope, identity: sender, headers, options, body });
        const created = { 'tus-resumable': tusVersion, location: `${uploadsPath}/${location}` };
        return new Response(null, { status: 201, headers: { ...created, ...appendedHeaders(appended) } });
      }
      const passed = new Request(request.url, { method, headers: withoutForwarded(headers) });
      const running: UploadRequest = { scope, options, created: undefined, stored: undefined };
      return await current.run(running, () => answer(passed, running));
    } catch (error) {
      return errorAnswer(request, translate(error));
    } finally {
      body?.discard();
    }
  };

  /** The scope of a new upload is that of its folder; all other requests name an upload. */
  async function scopeOf(principal: Principal, method: string, request: Request): Promise<Scope> {
    if (method !== 'POST') return await access.scopeForUpload(principal, idOf(request));
    const metadata = parseMetadata(request.headers.get('upload-metadata'));
    return await access.scopeFor(principal, [metadata['folderId'] || null]);
  }

  async function answerOptions({ url, headers }: Request): Promise<Response> {
    // A client that can only POST says so in a header, which the library does not read.
    const response = withoutCors(await tus.handleWeb(new Request(url, { method: 'OPTIONS', headers })));
    response.headers.set('tus-max-size', String(maxFileBytes));
    response.headers.set('tus-checksum-algorithm', checksumAlgorithms.join(','));
    return response;
  }

  async function answer(request: Request, running: UploadRequest): Promise<Response> {
    const response = withoutCors(await tus.handleWeb(request));
    if (response.status < 400) {
      for (const [name, value] of Object.entries(running.stored ? storedHeaders(running.stored) : {}))
        response.headers.set(name, value);
      return response;
    }
    if (running.created !== undefined && running.stored === undefined) {
      // An upload whose creation failed is not resumed: a client that chose its id receives upload-not-found.
      await uploads.discard(running.scope, running.created).catch(() => {});
    }
    return errorAnswer(request, translate(thrown.get(request) ?? response));
  }
}

/** Without what proxies say of themselves: addresses are relative, and the library refuses what two proxies have said. */
function withoutForwarded(headers: Headers): Headers {
  const names = Array.from(headers.keys()).filter((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}

/** Without the library's headers for pages of other origins, none of which may upload here. */
function withoutCors(response: Response): Response {
  const names = Array.from(response.headers.keys()).filter((name) => name.startsWith('access-control-'));
  for (const name of names) response.headers.delete(name);
  return response;
}

/** The last segment of the path of an upload. */
function idOf({ url }: Request): string {
  return new URL(url).pathname.slice(uploadsPath.length + 1);
}
