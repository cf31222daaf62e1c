import { WorkerUnavailable } from '#server/workers/restarts.ts';
import type { Picture } from './reading.ts';
import type { ThumbnailMaker } from './thumbnail-maker.ts';

/**
 * Draws the picture of a film that somebody sent as if it were a file: whatever its bytes are, only a picture is found in them.
 * Undefined if none is, also because it takes too much. Throws WorkerUnavailable.
 */
export async function drawPoster(maker: ThumbnailMaker, bytes: Uint8Array): Promise<Picture | undefined> {
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  try {
    const file = { contentType: 'image/jpeg', name: 'poster', size: bytes.length, read };
    return (await maker.read(file)).picture;
  } catch (error) {
    if (error instanceof WorkerUnavailable) throw error;
    return undefined;
  }
}
