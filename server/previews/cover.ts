import type { MetadataTags } from 'mediabunny';
import { drawPicture } from './draw-picture.ts';
import { openPicture } from './open-picture.ts';
import type { Picture } from './reading.ts';

/** Larger ones are no covers. */
const maxCoverBytes = 16 * 1024 ** 2;

/** The cover that lies in a film or in sound: that of the front, or the first. Undefined if there is none that can be decoded. */
export async function drawCover({ images = [] }: MetadataTags): Promise<Picture | undefined> {
  const cover = images.find(({ kind }) => kind === 'coverFront') ?? images[0];
  if (cover === undefined || cover.data.length > maxCoverBytes) return undefined;
  try {
    const { decodable } = await openPicture(cover.data);
    return await drawPicture(await decodable());
  } catch {
    return undefined;
  }
}
