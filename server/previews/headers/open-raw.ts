import { openCanonRaw } from './canon-raw.ts';
import { openFujiRaw } from './fuji-raw.ts';
import type { RawPicture } from './raw-picture.ts';
import type { Bytes } from './tiff-directories.ts';
import { openTiffRaw } from './tiff-raw.ts';

/** Opens a raw picture by what its bytes say; undefined if it is none. Reads little of it. */
export async function openRaw(file: Bytes): Promise<RawPicture | undefined> {
  return (await openTiffRaw(file)) ?? (await openFujiRaw(file)) ?? (await openCanonRaw(file));
}
