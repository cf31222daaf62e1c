import { randomUUID } from 'node:crypto';
import { uploadIdKey } from '#contract/storage.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { Sent } from './connection.ts';

/** What a load is made of: the same kind of request again and again, for the things numbered `first`, `first` + 1, … */
export type Way =
  /** PUT of a file at `path` followed by its name. */
  | { kind: 'put'; path: string; fileBytes: number }
  /** tus 1.0: creation with upload, as our client sends a small file. */
  | { kind: 'tus'; path: string; fileBytes: number; folderId?: string | undefined }
  /** GET of `rangeBytes` somewhere in a file, each number elsewhere. */
  | { kind: 'range'; path: string; fileBytes: number; rangeBytes: number }
  /** GET, always of the same. */
  | { kind: 'get'; path: string };

const pieceBytes = 1024 ** 2;

/** The name of the file of a number. */
export const nameOf = (number: number) => `file-${number}.bin`;

/** The bytes of the file of a number: no two files are the same. */
export function contentOf(number: number, fileBytes: number): Buffer {
  return Buffer.concat(createBody(fileBytes)(number));
}

/**
 * Makes the requests of one connection. The body is the same memory each time, so a request is made after the answer
 * to the one before.
 */
export function createRequests(way: Way, headers: Record<string, string>): (number: number) => Sent {
  const common = headerLines(headers);
  if (way.kind === 'get') return () => ({ head: `GET ${way.path} HTTP/1.1\r\n${common}\r\n` });
  if (way.kind === 'range') {
    const { path, fileBytes, rangeBytes } = way;
    return (number) => {
      const from = placeOf(number, fileBytes - rangeBytes);
      return {
        head: `GET ${path} HTTP/1.1\r\n${common}${headerLines({ range: `bytes=${from}-${from + rangeBytes - 1}` })}\r\n`,
      };
    };
  }
  const bodyOf = createBody(way.fileBytes);
  const length = headerLines({ 'content-length': String(way.fileBytes) });
  if (way.kind === 'put') {
    return (number) => ({
      head: `PUT ${way.path}${nameOf(number)} HTTP/1.1\r\n${common}${length}\r\n`,
      body: bodyOf(number),
    });
  }
  const tus = headerLines({
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(way.fileBytes),
  });
  return (number) => ({
    head: `POST ${way.path} HTTP/1.1\r\n${common}${length}${tus}${headerLines({ 'upload-metadata': metadata(number, way.folderId) })}\r\n`,
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

/** Bytes that begin with a number and go on in the same memory for each, so that large files take none. */
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

/** Scattered over the file, and the same in each run. */
function placeOf(number: number, limit: number): number {
  return Math.floor(((number * 0.618_033_988_749_895) % 1) * limit);
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
