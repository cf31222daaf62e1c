import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { piecePassed } from './bounds/collect-pieces.ts';
import { createTurnScheduler } from './bounds/turn-scheduler.ts';

/** The body of a rejected request is read and discarded up to this size; a client that sends more is disconnected. */
const maxDiscardedBytes = 64 * 1024 ** 2;
const maxDiscardMs = 30_000;
/** What all bodies together may bring in one turn of the event loop. */
const scheduler = createTurnScheduler(1 * 1024 ** 2);
/** A piece counts as at least so many bytes: tiny ones cost time as well. */
const minPieceBytes = 1024;

export type RequestBody = {
  bytes: Readable;
  /**
   * Reads the rest and discards it. A client that is still sending when the response comes would otherwise see a broken
   * connection instead of the response.
   */
  discard(): void;
  /** Ends the bytes here, as if no more came. */
  end(): void;
};

/** The whole body, of at most `maxBytes`. Throws body-too-large with the limit. */
export async function readWhole(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  return Buffer.concat(await readPieces(bytes, maxBytes));
}

/** The whole body in the pieces in which it came. Throws what `readWhole` throws. */
export async function readPieces(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) throw new KeepsakeError('body-too-large', { data: { maxBytes } });
    pieces.push(piece);
  }
  return pieces;
}

/**
 * For bytes that are stored as they come, none of which are decoded: in a content coding they would be another file (RFC 9110,
 * section 8.4). Throws invalid-input.
 */
export function requireUncoded(headers: Headers): void {
  const coding = headers.get('content-encoding') ?? '';
  if (coding === '' || coding.toLowerCase() === 'identity') return;
  const issue = { path: 'Content-Encoding', message: 'Files are sent as they are' };
  throw new KeepsakeError('invalid-input', { data: { issues: [issue] } });
}

/** The body of a request as a stream that may be abandoned half-way. It fails with upload-interrupted when the client leaves. */
export function openBody(incoming: IncomingMessage): RequestBody {
  const body = new Transform({
    // One piece at a time: what came after it waits in the request, and with many uploads it is much.
    readableHighWaterMark: 1,
    writableHighWaterMark: 1,
    transform(piece: Buffer, _encoding, pass) {
      piecePassed(piece.length);
      scheduler.schedule(Math.max(piece.length, minPieceBytes), () => pass(null, piece));
    },
  });
  const onClose = () => {
    if (!incoming.complete) body.destroy(new KeepsakeError('upload-interrupted'));
  };
  // Not as it is: its code is also that of a database that cannot be reached.
  incoming.on('error', (cause) => body.destroy(new KeepsakeError('upload-interrupted', { cause })));
  incoming.on('close', onClose);
  // The reader of the stream handles its errors; this listener covers the time without a reader.
  body.on('error', () => {});
  incoming.pipe(body);
  return {
    bytes: body,
    end() {
      incoming.unpipe(body);
      body.end();
    },
    discard() {
      incoming.unpipe(body);
      incoming.off('close', onClose);
      if (incoming.readableEnded || incoming.destroyed) return;
      let discarded = 0;
      const cut = () => incoming.socket.destroySoon();
      const timer = setTimeout(cut, maxDiscardMs);
      incoming.on('data', (chunk: Buffer) => {
        discarded += chunk.length;
        if (discarded > maxDiscardedBytes) cut();
      });
      incoming.on('close', () => clearTimeout(timer));
      incoming.on('end', () => clearTimeout(timer));
      incoming.resume();
    },
  };
}
