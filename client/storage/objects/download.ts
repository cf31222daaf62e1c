import type { Server } from '../../server.ts';
import { Rejected } from '../requests/rejected.ts';
import { ConnectionLost } from '../requests/storage-error.ts';

export type DownloadOptions = {
  /** Bytes from `from` up to but excluding `to`; up to the end without `to`. */
  range?: { from: number; to?: number };
  /** The ETag of the bytes already downloaded: if the file has changed, it is sent whole (RFC 9110, section 13.1.5). */
  ifRange?: string;
  signal?: AbortSignal;
};

export type Download = {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Whether the stream contains only the range. */
  isPart: boolean;
  /** Size of the stream in bytes; null if the response does not state it. */
  size: number | null;
  etag: string | null;
  contentType: string;
};

/** Requests the bytes at the URL of an object or its content, once. Throws Rejected, ConnectionLost. */
export async function openDownload(
  server: Server,
  address: string,
  { range, ifRange, signal }: DownloadOptions,
  closing: AbortSignal,
): Promise<Download> {
  const url = new URL(address);
  if (url.pathname.startsWith('/api/objects/')) url.searchParams.set('alt', 'media');
  const stop = signal === undefined ? closing : AbortSignal.any([closing, signal]);
  const response = await fetchOnce(server, url.href, headersOf(range, ifRange), stop);
  if (!response.ok) {
    const text = await response.text().catch(() => '');
    throw new Rejected({ status: response.status, header: (name) => response.headers.get(name), text });
  }
  const length = response.headers.get('content-length');
  return {
    stream: response.body ?? new Blob([]).stream(),
    isPart: response.status === 206,
    size: length === null ? null : Number(length),
    etag: response.headers.get('etag'),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

async function fetchOnce(server: Server, url: string, headers: Record<string, string>, signal: AbortSignal) {
  try {
    return await server.fetch(url, { headers, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new ConnectionLost(error);
  }
}

function headersOf(range: DownloadOptions['range'], ifRange: string | undefined): Record<string, string> {
  if (range === undefined) return {};
  const last = range.to === undefined ? '' : range.to - 1;
  return { range: `bytes=${range.from}-${last}`, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) };
}
