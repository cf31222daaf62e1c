import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A refused body is read on and thrown away up to this size; a client that sends more is cut off. */
const maxDiscardedBytes = 64 * 1024 ** 2;
const maxDiscardMs = 30_000;

export type RequestBody = {
  stream: ReadableStream;
  /**
   * Reads what is left and forgets it. A client that still sends when the answer comes would otherwise see a broken
   * connection instead of the answer.
   */
  discard(): void;
};

/** The body of a request as a stream that may be left in the middle. */
export function openBody(incoming: IncomingMessage): RequestBody {
  const body = new PassThrough();
  const onClose = () => {
    if (!incoming.complete) body.destroy(new Error('The client closed the connection'));
  };
  incoming.on('error', (error) => body.destroy(error));
  incoming.on('close', onClose);
  // Who reads the stream handles its error; this listener is for the time when nobody does.
  body.on('error', () => {});
  incoming.pipe(body);
  return {
    stream: Readable.toWeb(body),
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
