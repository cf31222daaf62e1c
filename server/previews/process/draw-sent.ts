import { WorkerUnavailable } from '#server/workers/restarts.ts';
import type { Picture } from '../reading.ts';
import type { ThumbnailMaker } from './thumbnail-maker.ts';

/**
 * Draws a picture that somebody sent, of a film or of themselves, as if it were a file: whatever its bytes are, only a picture is
 * found in them. Undefined if none is, also because it takes too much. Throws WorkerUnavailable.
 */
export function createDrawSent(maker: Pick<ThumbnailMaker, 'read'>) {
  /** On this node one is drawn after the other, so that no more than one stands before what the server reads by itself. */
  let last: Promise<unknown> = Promise.resolve();
  /** Of each account no more than one waits there. */
  const turns = new Map<string, Promise<unknown>>();

  return async (account: string, bytes: Uint8Array): Promise<Picture | undefined> => {
    const own = (turns.get(account) ?? Promise.resolve()).then(() => {
      const drawing = last.then(() => draw(bytes));
      last = drawing.catch(() => {});
      return drawing;
    });
    const ended = own.catch(() => {});
    turns.set(account, ended);
    await ended;
    if (turns.get(account) === ended) turns.delete(account);
    return await own;
  };

  async function draw(bytes: Uint8Array): Promise<Picture | undefined> {
    const read = async (start: number, end: number) => bytes.subarray(start, end);
    try {
      const file = { contentType: 'image/jpeg', name: 'poster', size: bytes.length, read };
      return (await maker.read(file)).picture;
    } catch (error) {
      if (error instanceof WorkerUnavailable) throw error;
      return undefined;
    }
  }
}
