import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { BlobNotFound, BlobStoreUnreachable, type OpenBlob } from '../../blob-store.ts';
import type { Bucket } from './bucket.ts';
import { readStream } from './read-stream.ts';

/** How much is requested ahead in a sequential read: this much at first, doubled each time up to the maximum. */
const minAheadBytes = 8 * 1024 ** 2;
const maxAheadBytes = 64 * 1024 ** 2;
/** For bytes that break off, and for an object that a server does not find at once. */
const maxTries = 4;
const firstPauseMs = 100;

/** Bytes of an object. */
export type Slice = { key: string; start: number; size: number };

/** A stream of bytes that are requested ahead. A read advances `position`, then waits for the reads before it. */
type Ahead = { stream: Readable; position: number; end: number; turn: Promise<unknown> };

/**
 * Opens slices of objects as one sequence of bytes. A single read requests just its bytes; a read that continues where the
 * last one ended opens a stream, whose bytes come as fast as they are consumed and are held nowhere else. Reading throws
 * BlobNotFound, BlobStoreUnreachable.
 */
export function openSlices(bucket: Bucket, slices: readonly Slice[]): OpenBlob {
  const size = slices.reduce((sum, slice) => sum + slice.size, 0);
  let ahead: Ahead | undefined;
  let aheadBytes = minAheadBytes;
  let lastEnd: number | undefined;
  let isClosed = false;

  return {
    size,
    async read(position, into) {
      const length = Math.max(0, Math.min(into.length, size - position));
      for (let done = 0; done < length; ) {
        const { slice, offset } = at(position + done);
        const part = into.subarray(done, done + Math.min(length - done, slice.size - offset));
        await readPart(position + done, part);
        done += part.length;
      }
      return length;
    },
    async close() {
      isClosed = true;
      keep(undefined);
    },
  };

  /** Bytes of one slice. */
  async function readPart(position: number, into: Buffer): Promise<void> {
    const isSequential = position === lastEnd;
    lastEnd = position + into.length;
    if (ahead?.position === position && lastEnd <= ahead.end) return await readAhead(ahead, into);
    if (!isSequential) return await readAlone(position, into);
    keep(undefined);
    const opened = await openAhead(position, into.length);
    keep(opened);
    await readAhead(opened, into);
    // It was closed, or another read opened its own, while this one was opened.
    if (ahead !== opened) opened.stream.destroy();
  }

  /** A stream that is not kept would hold its connection until the server gives it up. */
  function keep(next: Ahead | undefined): void {
    ahead?.stream.destroy();
    ahead = isClosed ? undefined : next;
  }

  /** When the stream breaks, what is missing is requested on its own. */
  async function readAhead(from: Ahead, into: Buffer): Promise<void> {
    const { position, turn } = from;
    from.position += into.length;
    const mine = turn.then(() => readStream(from.stream, into));
    from.turn = mine;
    const done = await mine;
    if (done === into.length) return;
    if (ahead === from) ahead = undefined;
    from.stream.destroy();
    await readAlone(position + done, into.subarray(done));
  }

  async function openAhead(position: number, least: number): Promise<Ahead> {
    const { slice, offset } = at(position);
    const length = Math.min(slice.size - offset, Math.max(least, aheadBytes));
    aheadBytes = Math.min(aheadBytes * 2, maxAheadBytes);
    const stream = await open(position, length);
    return { stream, position, end: position + length, turn: Promise.resolve() };
  }

  async function readAlone(position: number, into: Buffer): Promise<void> {
    let done = 0;
    for (let tried = 0; tried < maxTries; tried += 1) {
      const stream = await open(position + done, into.length - done);
      done += await readStream(stream, into.subarray(done));
      stream.destroy();
      if (done === into.length) return;
    }
    throw new BlobStoreUnreachable('The bytes of an object break off again and again');
  }

  /** Bytes of one slice. */
  async function open(position: number, length: number): Promise<Readable> {
    const { slice, offset } = at(position);
    const start = slice.start + offset;
    const stream = await retryWhileAbsent(() => bucket.get(slice.key, { start, end: start + length - 1 }));
    if (stream === undefined) throw new BlobNotFound(`The object ${slice.key} is missing`);
    // A stream that breaks before anybody reads it is noticed by the next read.
    stream.on('error', () => {});
    return stream;
  }

  function at(position: number): { slice: Slice; offset: number } {
    let before = 0;
    for (const slice of slices) {
      if (position < before + slice.size) return { slice, offset: position - before };
      before += slice.size;
    }
    throw new RangeError(`There is no byte ${position} of ${size}`);
  }
}

/** Looks again for what ought to be there: some servers list or find new objects only after a moment. */
export async function retryWhileAbsent<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  for (let tried = 1; ; tried += 1) {
    const found = await find();
    if (found !== undefined || tried === maxTries) return found;
    await pause(firstPauseMs * 2 ** tried);
  }
}
