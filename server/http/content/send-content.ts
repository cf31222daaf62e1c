import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { create as contentDisposition } from 'content-disposition';
import { pdfType } from '#contract/shown-types.ts';
import type { OpenContent } from '#server/drive/files/open-content.ts';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { required } from '#server/errors/required.ts';
import { select } from './conditional.ts';
import { reprDigest } from './digest-headers.ts';
import { maySeeType, octets, presentationOf } from './inline-types.ts';
import { sendBytes } from './send-bytes.ts';

type Sending = {
  request: Request;
  outgoing: ServerResponse;
  opened: OpenContent;
  redirects: boolean;
};

/** Answers a GET or HEAD with opened bytes, according to its conditions and its range. */
export async function sendContent({ request, outgoing, opened, redirects }: Sending): Promise<Response> {
  const { blob, tag, changedAt, sha256 } = opened;
  const representation = { size: blob.size, etag: `"${tag}"`, lastModified: new Date(changedAt) };
  const selected = select(request, representation);
  const headers = {
    ...(await contentHeaders(opened, request.headers)),
    etag: representation.etag,
    'last-modified': representation.lastModified.toUTCString(),
  };

  if (selected.status === 412) return errorResponse(answerCode('precondition-failed'));
  if (selected.status === 304) return new Response(null, { status: 304, headers });
  if (selected.status === 416) {
    return errorResponse(answerCode('range-not-satisfiable'), { 'content-range': `bytes */${blob.size}` });
  }
  const presignedUrl = redirects ? await presignedUrlFor(request, opened, headers) : undefined;
  if (presignedUrl !== undefined) {
    return new Response(null, { status: 302, headers: { location: presignedUrl } });
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
  // The bytes bypass the web framework: writing large pieces straight to the socket is twice as fast.
  await sendBytes(outgoing, blob.bytes(range), () => outgoing.writeHead(selected.status, sent));
  return RESPONSE_ALREADY_SENT;
}

/**
 * The URL to which a browser is redirected to save a file. Only for attachments: of the headers that make stored bytes
 * harmless, the other server sends the type and the disposition but no policy. And only for navigations: a page may load
 * from its own server only, and a program expects bytes that were verified.
 */
async function presignedUrlFor(
  request: Request,
  { presignedUrl }: OpenContent,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const disposition = required(headers['content-disposition'], 'disposition of content');
  const isNavigation = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate';
  if (!isNavigation || !disposition.startsWith('attachment')) return undefined;
  return await presignedUrl?.({
    contentType: required(headers['content-type'], 'type of content'),
    contentDisposition: disposition,
    cacheControl: required(headers['cache-control'], 'cache control of content'),
  });
}

async function contentHeaders(
  { blob, name, contentType, contentLanguage }: OpenContent,
  asking: Headers,
): Promise<Record<string, string>> {
  const shown = presentationOf(contentType, contentType === pdfType ? await firstBytes(blob) : '');
  return {
    'content-type': shown.disposition === 'inline' || maySeeType(asking) ? shown.contentType : octets,
    vary: 'Authorization, Sec-Fetch-Dest',
    ...(contentLanguage === undefined ? {} : { 'content-language': contentLanguage }),
    'content-disposition': contentDisposition(name, { type: shown.disposition }),
    'content-security-policy': shown.policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    // Revalidated each time, so that after a logout no one gets it from the browser's cache.
    'cache-control': 'private, no-cache',
  };
}

async function firstBytes(blob: OpenContent['blob']): Promise<string> {
  const bytes = await blob.first(5);
  return bytes.toString('latin1');
}
