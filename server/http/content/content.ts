import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { create as contentDisposition } from 'content-disposition';
import type { Principal } from '#server/accounts/principal.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Content, ContentReader } from '#server/drive/files/open-content.ts';
import type { DownloadTokens } from '#server/drive/shares/download-tokens.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Identify } from '../middleware/identify.ts';
import { select } from './conditional.ts';
import { pdfType, presentationOf } from './content-types.ts';
import { reprDigest } from './digest-headers.ts';
import { sendBytes } from './send-bytes.ts';

type Deps = {
  access: Access;
  content: ContentReader;
  downloadTokens: DownloadTokens;
  identify: Identify;
  answerError: AnswerError;
  /** Headers of every answer that does not set its own; these answers go past the router's. */
  headers: Record<string, string>;
  /** Whether a browser that saves a file may be sent to where its bytes lie. */
  redirects: boolean;
};

/** A request whose answer may go past the web layer. */
export type Exchange = { request: Request; outgoing: ServerResponse };

export type ContentRequest = Exchange & { fileId: string; versionId: string };

export type ContentHandler = ReturnType<typeof createContentHandler>;

/**
 * Bytes out: GET and HEAD of `/content/<file>/<version>/<name>` and `/preview/<file>/<version>`. The name is for people;
 * the ids decide. With a download token in `?token=` the token alone decides who may, and the session does not count.
 */
export function createContentHandler(deps: Deps) {
  const { access, content, downloadTokens, identify, answerError, headers, redirects } = deps;
  return {
    content: ({ fileId, versionId, ...exchange }: ContentRequest) =>
      answer(exchange, async () => {
        const principal = await principalFor(exchange.request, fileId);
        return await content.open(await access.scopeFor(principal, [fileId]), fileId, versionId);
      }),
    preview: ({ fileId, versionId, ...exchange }: ContentRequest) =>
      answer(exchange, async () => {
        const principal = await identify(exchange.request.headers);
        return await content.openPreview(await access.scopeFor(principal, [fileId]), fileId, versionId);
      }),
    /** Sends what is opened; what is thrown becomes the answer. */
    answer,
  };

  async function principalFor(request: Request, fileId: string): Promise<Principal> {
    const token = new URL(request.url).searchParams.get('token');
    return token === null ? await identify(request.headers) : await downloadTokens.open(token, fileId);
  }

  async function answer({ request, outgoing }: Exchange, open: () => Promise<Content>): Promise<Response> {
    try {
      const opened = await open();
      return await send({ request, outgoing, opened, common: headers, redirects }).finally(() => opened.blob.close());
    } catch (error) {
      if (outgoing.headersSent) {
        // The answer has begun and cannot be taken back: a broken connection tells that it is not whole.
        if (!isGone(error)) answerError(error);
        outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      return errorResponse(answerError(error));
    }
  }
}

type Sending = {
  request: Request;
  outgoing: ServerResponse;
  opened: Content;
  common: Record<string, string>;
  redirects: boolean;
};

async function send({ request, outgoing, opened, common, redirects }: Sending): Promise<Response> {
  const { blob, tag, changedAt, sha256 } = opened;
  const representation = { size: blob.size, etag: `"${tag}"`, lastModified: new Date(changedAt) };
  const selected = select(request.headers, representation);
  const headers = {
    ...common,
    ...(await contentHeaders(opened)),
    etag: representation.etag,
    'last-modified': representation.lastModified.toUTCString(),
  };

  if (selected.status === 412) return errorResponse(answerCode('precondition-failed'));
  if (selected.status === 304) return new Response(null, { status: 304, headers });
  if (selected.status === 416) {
    return errorResponse(answerCode('range-not-satisfiable'), { 'content-range': `bytes */${blob.size}` });
  }
  const elsewhere = redirects ? await presignedUrlFor(request, opened, headers) : undefined;
  if (elsewhere !== undefined) {
    return new Response(null, {
      status: 302,
      headers: { ...common, location: elsewhere, 'cache-control': 'no-store' },
    });
  }
  const range = selected.status === 206 ? { start: selected.start, end: selected.end } : undefined;
  const length = range === undefined ? blob.size : range.end - range.start + 1;
  const sent = {
    ...headers,
    ...(sha256 === null ? {} : reprDigest(sha256)),
    'content-length': String(length),
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${blob.size}` }),
  };
  if (request.method === 'HEAD') return new Response(null, { status: selected.status, headers: sent });
  // The bytes go past the web layer: large pieces straight to the socket are twice as fast.
  await sendBytes(outgoing, blob.bytes(range), () => outgoing.writeHead(selected.status, sent));
  return RESPONSE_ALREADY_SENT;
}

/**
 * Where a browser may save the file from instead of from here. Only for what it saves and never shows: of the headers that
 * keep kept bytes harmless the other server sends the type and the disposition, and no policy. And only when a person goes
 * there: a page may load from its own server only, and a program wants bytes that were compared with their sums.
 */
async function presignedUrlFor(
  request: Request,
  { presignedUrl }: Content,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const disposition = headers['content-disposition'] ?? '';
  const isNavigation = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate';
  if (!isNavigation || !disposition.startsWith('attachment')) return undefined;
  return await presignedUrl?.({
    contentType: headers['content-type'] ?? 'application/octet-stream',
    contentDisposition: disposition,
    cacheControl: headers['cache-control'] ?? 'no-store',
  });
}

async function contentHeaders({ blob, name, contentType, contentLanguage }: Content): Promise<Record<string, string>> {
  const shown = presentationOf(contentType, contentType === pdfType ? await firstBytes(blob) : '');
  return {
    'content-type': shown.contentType,
    ...(contentLanguage === undefined ? {} : { 'content-language': contentLanguage }),
    'content-disposition': contentDisposition(name, { type: shown.disposition }),
    'content-security-policy': shown.policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    // Asked again each time, so that after logging out nobody else gets it from this browser's cache.
    'cache-control': 'private, no-cache',
  };
}

async function firstBytes(blob: Content['blob']): Promise<string> {
  const bytes = await blob.first(5);
  return bytes.toString('latin1');
}

/** The client closed the connection: nothing is wrong here. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ERR_STREAM_DESTROYED' ||
    code === 'ECANCELED' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  );
}
