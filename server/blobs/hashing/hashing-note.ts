import { closeSync, constants, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pieceBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';
import type { HashState } from './resumable-hashes.ts';

/** How far a blob is hashed, and what is needed to resume there. */
export type Progress = { hashed: number; state: HashState; rest: SumsPart };

const headBytes = 4096;
const maxCrc32s = (sumsPartBytes / pieceBytes) * 4;

/**
 * The file that notes how far a large blob is hashed, for the next start: one page with the state, then the sums
 * of each part. It is written in place and never synced: a note that does not match its own checksum counts as absent.
 */
export function openHashingNote(path: string) {
  /** Of the sums of all parts that are complete. */
  let partsCrc = 0;

  return {
    /** What is noted, when all of it is readable; undefined otherwise. */
    read(): Progress | undefined {
      partsCrc = 0;
      return withFile(path, constants.O_RDONLY, readProgress);
    },
    /** Notes the sums of a part that is complete. */
    addPart(part: number, sums: SumsPart): void {
      withFile(path, constants.O_RDWR | constants.O_CREAT, (file) => writePart(file, part, sums));
      partsCrc = crcOf(sums, partsCrc);
    },
    /** Notes how far the blob is hashed, which has to be the end of a block. */
    write({ hashed, state, rest }: Progress): void {
      withFile(path, constants.O_RDWR | constants.O_CREAT, (file) => {
        writePart(file, Math.floor(hashed / sumsPartBytes), rest);
        writeAt(file, packHead({ hashed, state, crc: crcOf(rest, partsCrc) }), 0);
      });
    },
    remove(): void {
      partsCrc = 0;
      removeNote(path);
    },
  };

  function readProgress(file: number): Progress | undefined {
    const head = unpackHead(readAt(file, 0, headBytes));
    if (head === undefined) return undefined;
    const { hashed, state, crc } = head;
    const part = Math.floor(hashed / sumsPartBytes);
    for (let i = 0; i < part; i += 1) partsCrc = crcOf(readPart(file, i), partsCrc);
    const rest = readPart(file, part, hashed % sumsPartBytes);
    return crcOf(rest, partsCrc) === crc ? { hashed, state, rest } : undefined;
  }
}

/** The sums of the first parts, which are complete, as they are noted. */
export async function* readParts(path: string, count: number): AsyncIterable<SumsPart> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (let part = 0; part < count; part += 1) {
      const sums = emptyPart(sumsPartBytes);
      await file.read(sums.crc32s, 0, maxCrc32s, offsetOf(part));
      yield sums;
    }
  } finally {
    await file.close();
  }
}

/** Removing what does not exist is no error. */
export function removeNote(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function withFile<Result>(path: string, flags: number, work: (file: number) => Result): Result | undefined {
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function offsetOf(part: number): number {
  return headBytes + part * maxCrc32s;
}

function writePart(file: number, part: number, { crc32s }: SumsPart): void {
  writeAt(file, crc32s, offsetOf(part));
}

function readPart(file: number, part: number, size = sumsPartBytes): SumsPart {
  return { crc32s: readAt(file, offsetOf(part), emptyPart(size).crc32s.length) };
}

function emptyPart(size: number): SumsPart {
  return { crc32s: Buffer.alloc((size / pieceBytes) * 4) };
}

function crcOf({ crc32s }: SumsPart, before: number): number {
  return crc32(crc32s, before);
}

function writeAt(file: number, bytes: Buffer, position: number): void {
  if (writeSync(file, bytes, 0, bytes.length, position) < bytes.length) throw new Error('A note was written in part');
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

type Head = { hashed: number; state: HashState; crc: number };

/** The CRC-32 of the text, the text, zeros. */
function packHead({ hashed, state, crc }: Head): Buffer {
  const text = JSON.stringify({ hashed, sha256: Buffer.from(state.sha256).toString('base64'), crc });
  const head = Buffer.alloc(headBytes);
  head.write(text, 4);
  head.writeUInt32BE(crc32(head.subarray(4)));
  return head;
}

function unpackHead(head: Buffer): Head | undefined {
  if (head.readUInt32BE() !== crc32(head.subarray(4))) return undefined;
  const text = head.toString('utf8', 4, head.indexOf(0, 4));
  const { hashed, sha256, crc } = JSON.parse(text) as { hashed: number; sha256: string; crc: number };
  return { hashed, state: { sha256: new Uint8Array(Buffer.from(sha256, 'base64')) }, crc };
}
