import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { maxMetadataBytes } from '#contract/limits.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import { resumableThreshold } from '#contract/storage.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import type { ListObjects } from '#server/drive/objects/object-list.ts';
import type { ObjectPath } from '#server/drive/objects/object-paths.ts';
import type { NewObject } from '#server/drive/objects/put-object.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { matches } from '../content/conditional.ts';
import type { ContentHandler, Exchange } from '../content/content.ts';
import { declaredSha256, declaredSha256OfContent } from '../content/digest-headers.ts';
import type { Identify } from '../middleware/identify.ts';
import { operationHeaders } from '../middleware/operation-headers.ts';
import type { FindIdentity, Identity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import { announcedBytes, type MemoryBudget } from '../server/bounds/memory-budget.ts';
import { hasLeft } from '../server/has-left.ts';
import { openBody, readWhole, requireUncoded } from '../server/request-body.ts';
import { openObjectBody, readMetadata } from './object-bodies.ts';
import {
  checkQuery,
  invalid,
  readContentType,
  readCreateFolders,
  readExpected,
  readLength,
  readListQuery,
  readPath,
} from './object-request.ts';

const bucketMethods = 'GET, HEAD';
const objectMethods = 'GET, HEAD, PUT, POST, PATCH, DELETE';

type ObjectsRequest = Exchange & { incoming: IncomingMessage };

type Deps = {
  access: Access;
  drive: Pick<Drive['ofScope'], 'objects' | 'putObject' | 'listObjects' | 'content'>;
  /** Sends bytes like the content handler. */
  sendContent: ContentHandler['answer'];
  identify: Identify;
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

/** The bucket at `/api/objects/{path}` (specification, section 7): the files of the tree by the names of their folders. */
export function createObjectsHandler({ access, drive, sendContent, identify, identity, memory, answerError }: Deps) {
  const { objects, putObject, listObjects, content } = drive;
  /** Paths begin at the top of what the principal owns. */
  const scopeOf = async ({ headers }: Request) => access.scopeFor(await identify(headers), [null]);

  return async (exchange: ObjectsRequest): Promise<Response> => {
    const { request } = exchange;
    const { method } = request;
    try {
      const url = new URL(request.url);
      const path = readPath(url);
      checkQuery(url, path === undefined ? 'list' : method);
      if (path === undefined) return isRead(method) ? await answerList(request) : notAllowed(bucketMethods);
      if (isRead(method)) return await read(exchange, path);
      if (method === 'DELETE') return await remove(exchange, path);
      if (method === 'PUT' || method === 'POST' || method === 'PATCH') return await receive(exchange, path);
      return notAllowed(objectMethods);
    } catch (error) {
      return errorResponse(answerError(error));
    }
  };

  async function answerList(request: Request): Promise<Response> {
    return answerJson(request, await listObjects(await scopeOf(request), readListQuery(new URL(request.url))));
  }

  async function read(exchange: ObjectsRequest, path: ObjectPath): Promise<Response> {
    const { request } = exchange;
    const alt = new URL(request.url).searchParams.get('alt') ?? 'json';
    if (alt !== 'json' && alt !== 'media') throw invalid('alt', 'Neither json nor media');
    const expected = readExpected(request);
    if (alt === 'json') return answerJson(request, await objects.metadata(await scopeOf(request), path, expected));
    const find = () => identify(request.headers);
    return await sendContent(exchange, find, async (principal) => {
      const scope = await access.scopeFor(principal, [null]);
      const { fileId, versionId } = await objects.locate(scope, path, expected);
      return await content.open(scope, fileId, versionId);
    });
  }

  async function remove({ request, incoming }: ObjectsRequest, path: ObjectPath): Promise<Response> {
    const isAbandoned = () => hasLeft(incoming);
    const operationId = await objects.trash(await scopeOf(request), path, { ...readExpected(request), isAbandoned });
    return new Response(null, { status: 204, headers: operationHeaders(operationId) });
  }

  /** Requests with a body, which is read to its end even if the request is rejected. */
  async function receive(exchange: ObjectsRequest, path: ObjectPath): Promise<Response> {
    const { request, incoming } = exchange;
    const body = openBody(incoming);
    try {
      requireUncoded(request.headers);
      if (request.method === 'PUT') return await put(exchange, path, body.bytes);
      if (request.method === 'POST') return await post(exchange, path, body.bytes);
      const sender = await identity(request.headers);
      const scope = await access.scopeFor(sender.principal, [null]);
      return await memory.hold(senderOf(scope.account), announcedBytes(request, maxMetadataBytes), async () => {
        const change = readMetadata(await readWhole(body.bytes, maxMetadataBytes));
        await sender.confirm();
        const { object, operationId } = await objects.update(scope, path, change, readExpected(request));
        return Response.json(object, { headers: operationHeaders(operationId) });
      });
    } finally {
      body.discard();
    }
  }

  /** A small file is held until it is stored; a larger one goes to the disk as it arrives. */
  async function put(exchange: ObjectsRequest, path: ObjectPath, bytes: Readable): Promise<Response> {
    const { headers } = exchange.request;
    // RFC 9110 section 14.5: ignoring it would take a part for the whole.
    if (headers.has('content-range')) throw invalid('Content-Range', 'PUT takes whole files; parts are sent resumable');
    const length = readLength(headers);
    const contentType = readContentType(headers);
    const sender = await identity(headers);
    const sent = { bytes, length, sha256: declaredSha256OfContent(headers), metadata: () => ({ contentType }) };
    if (length === undefined || length > resumableThreshold) return await store(exchange, path, { ...sent, sender });
    return await memory.hold(senderOf(sender.principal.account), length, () =>
      store(exchange, path, { ...sent, sender }),
    );
  }

  /** Of a multipart body only the metadata is held. */
  async function post(exchange: ObjectsRequest, path: ObjectPath, body: Readable): Promise<Response> {
    const { headers } = exchange.request;
    const sender = await identity(headers);
    return await memory.hold(senderOf(sender.principal.account), maxMetadataBytes, async () => {
      const sent = await openObjectBody(body, headers.get('content-type') ?? '');
      return await store(exchange, path, { ...sent, length: undefined, sha256: declaredSha256(headers), sender });
    });
  }

  async function store(
    { request, incoming }: ObjectsRequest,
    path: ObjectPath,
    { sender, ...sent }: Sent,
  ): Promise<Response> {
    const { url } = request;
    const { object, operationId } = await putObject(await access.scopeFor(sender.principal, [null]), path, {
      ...sent,
      ifGeneration: readExpected(request).generation,
      createFolders: readCreateFolders(new URL(url)),
      // A session that ended during the transfer stores nothing.
      confirm: sender.confirm,
      isAbandoned: () => hasLeft(incoming),
    });
    const status = object.generation === 1 ? 201 : 200;
    return Response.json(object, { status, headers: operationHeaders(operationId) });
  }
}

type Sent = Pick<NewObject, 'bytes' | 'length' | 'sha256' | 'metadata'> & { sender: Identity };

/** A JSON response that clients revalidate each time, and that is sent only if it changed (RFC 9110, section 13.1.2). */
function answerJson({ headers }: Request, value: ObjectMetadata | Awaited<ReturnType<ListObjects>>): Response {
  const text = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const common = { etag, 'cache-control': 'private, no-cache' };
  const known = headers.get('if-none-match');
  if (known !== null && matches(known.replaceAll('W/', ''), etag))
    return new Response(null, { status: 304, headers: common });
  return new Response(text, { headers: { ...common, 'content-type': 'application/json' } });
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function notAllowed(allow: string): Response {
  return errorResponse(answerCode('method-not-allowed'), { allow });
}
