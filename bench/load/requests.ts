import { randomUUID } from 'node:crypto';
import { uploadIdKey } from '#contract/storage.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { RawRequest } from './connection.ts';

/** The kind of request that a load repeats, for the numbers `first`, `first` + 1, … */
export type Workload =
  /** PUT of a file to `path` followed by its name. */
  | { kind: 'put'; path: string; fileBytes: number }
  /** tus 1.0: creation with upload, as our client sends a small file. */
  | { kind: 'tus'; path: string; fileBytes: number; folderId?: string | undefined }
  /** GET of `rangeBytes` in a file, at a different position for each number. */
  | { kind: 'range'; path: string; fileBytes: number; rangeBytes: number }
  /** GET, always of the same path. */
  | { kind: 'get'; path: string };

const pieceBytes = 1024 ** 2;

/** The name of the file with this number. */
export const nameOf = (number: number) => `file-${number}.bin`;

/** The bytes of the file with this number: no two files are the same. */
export function contentOf(number: number, fileBytes: number): Buffer {
  return Buffer.concat(createBody(fileBytes)(number));
}

/**
 * Creates the requests of one connection. The body reuses the same memory, so a request may be created only after the
 * previous one was answered.
 */
export function createRequests(workload: Workload, headers: Record<string, string>): (number: number) => RawRequest {
  const common = headerLines(headers);
  if (workload.kind === 'get') return () => ({ head: `GET ${workload.path} HTTP/1.1\r\n${common}\r\n` });
  if (workload.kind === 'range') {
    const { path, fileBytes, rangeBytes } = workload;
    return (number) => {
      const from = positionOf(number, fileBytes - rangeBytes);
      return {
        head: `GET ${path} HTTP/1.1\r\n${common}${headerLines({ range: `bytes=${from}-${from + rangeBytes - 1}` })}\r\n`,
      };
    };
  }
  const bodyOf = createBody(workload.fileBytes);
  const length = headerLines({ 'content-length': String(workload.fileBytes) });
  if (workload.kind === 'put') {
    return (number) => ({
      head: `PUT ${workload.path}${nameOf(number)} HTTP/1.1\r\n${common}${length}\r\n`,
      body: bodyOf(number),
    });
  }
  const tus = headerLines({
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(workload.fileBytes),
  });
  return (number) => ({
    head: `POST ${workload.path} HTTP/1.1\r\n${common}${length}${tus}${headerLines({ 'upload-metadata': metadata(number, workload.folderId) })}\r\n`,
    body: bodyOf(number),
  });
}

/** Upload-Metadata of tus 1.0. */
function metadata(number: number, folderId: string | undefined): string {
  const pairs = { filename: nameOf(number), folderId, [uploadIdKey]: randomUUID() };
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');
}

/** Bodies that begin with the number and otherwise share their memory, so that large files take none. */
function createBody(fileBytes: number): (number: number) => Buffer[] {
  const piece = Buffer.from(bytes(Math.min(fileBytes, pieceBytes)));
  const begin = Buffer.from(piece);
  const others = Math.floor(fileBytes / pieceBytes) - 1;
  const end =
    others < 0 ? [] : [...Array.from({ length: others }, () => piece), piece.subarray(0, fileBytes % pieceBytes)];
  return (number) => {
    begin.writeDoubleLE(number);
    return [begin, ...end];
  };
}

/** Scattered over the file, and identical in each run. */
function positionOf(number: number, limit: number): number {
  return Math.floor(((number * 0.618_033_988_749_895) % 1) * limit);
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
