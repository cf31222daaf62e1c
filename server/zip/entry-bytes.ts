import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import type { ZipEntry } from './read-directory.ts';
import { EntryDamaged } from './zip-errors.ts';
import type { ZipSource, ZipWindows } from './zip-source.ts';

/** An archive whose directory was read: its entries end before `end`. */
export type OpenZip = { source: ZipSource; windows: ZipWindows; end: number };

/** Stored, and deflated. */
const methods = { stored: 0, deflated: 8 };

export function isReadable({ method }: ZipEntry): boolean {
  return method === methods.stored || method === methods.deflated;
}

const signature = 0x04034b50;
const headerBytes = 30;
const deflatedAtOnce = 256 * 1024;
/** What is read whole, packed or not, has at most this many bytes. */
const maxSmallBytes = 16 * 1024 ** 2;
const inflate = promisify(inflateRaw);

/**
 * The bytes of an entry, never more than its size. The last of them come only once all of them match its CRC-32. Throws
 * EntryDamaged, and what reading the source throws.
 */
export async function* entryBytes(zip: OpenZip, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = await findBytes(zip, entry);
  const compressed = copiesOf(zip.source, start, entry.compressedSize);
  let sum = 0;
  let length = 0;
  let held: Buffer | undefined;
  for await (const piece of entry.method === methods.deflated ? inflated(compressed) : compressed) {
    length += piece.length;
    if (length > entry.size) throw new EntryDamaged('It has more bytes than it says');
    sum = crc32(piece, sum);
    if (held !== undefined) yield held;
    held = piece;
  }
  check(entry, length, sum);
  if (held !== undefined) yield held;
}

/** All bytes of a small entry. Throws as `entryBytes`, and for one that is not small as it lies in the archive. */
export async function readEntry(zip: OpenZip, entry: ZipEntry): Promise<Buffer> {
  if (Math.max(entry.size, entry.compressedSize) > maxSmallBytes)
    throw new EntryDamaged('It is too large for its kind');
  const start = await findBytes(zip, entry);
  const compressed = await zip.windows.read(start, entry.compressedSize);
  const bytes =
    entry.method === methods.deflated
      ? await inflate(compressed, { maxOutputLength: Math.max(1, entry.size) }).catch(throwDamaged)
      : // Of its own: what was read with it need not stay as long as it.
        Buffer.from(compressed);
  check(entry, bytes.length, crc32(bytes));
  return bytes;
}

/** Where the bytes of an entry begin. Its own header counts only for that, since the directory has sizes and checksum too. */
async function findBytes({ windows, end }: OpenZip, { offset, compressedSize }: ZipEntry): Promise<number> {
  const header = await windows.read(offset, headerBytes);
  if (header.length < headerBytes || header.readUInt32LE(0) !== signature)
    throw new EntryDamaged('Its header is missing');
  const start = offset + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + compressedSize > end) throw new EntryDamaged('It ends behind the entries');
  return start;
}

async function* copiesOf(source: ZipSource, start: number, length: number): AsyncGenerator<Buffer> {
  if (length === 0) return;
  for await (const bytes of source.bytes({ start, end: start + length - 1 })) yield Buffer.from(bytes);
}

async function* inflated(compressed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: deflatedAtOnce });
  // An error of either stream ends the loop below.
  pipeline(Readable.from(compressed, { objectMode: true, highWaterMark: 2 }), inflater, () => {});
  try {
    for await (const piece of inflater) yield piece as Buffer;
  } catch (error) {
    throwDamaged(error);
  }
}

function check(entry: ZipEntry, length: number, sum: number): void {
  if (length !== entry.size) throw new EntryDamaged('It has fewer bytes than it says');
  if (sum !== entry.crc32) throw new EntryDamaged('Its bytes are not those of its checksum');
}

/** What zlib says of bytes that it cannot inflate, or of which there are too many. */
function throwDamaged(error: unknown): never {
  const { code = '' } = error as { code?: string };
  if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
    throw new EntryDamaged('It cannot be inflated', { cause: error });
  throw error;
}
