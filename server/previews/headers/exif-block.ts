import type { Range } from './raw-picture.ts';
import { type Bytes, readDirectories, startOfTiff } from './tiff-directories.ts';

/** A block may be of any size; what cameras write is smaller, with its own thumbnail. */
export const maxExifBytes = 1024 ** 2;
const name = 'Exif\0\0';
/** Of a JPEG: a segment has at most 64 KiB, and that of EXIF is the first one or behind that of JFIF. */
const headBytes = 64 * 1024 + 64;
const nameWithin = 64;
const orientationTag = 0x112;

/** The EXIF of a JPEG inside a file, as a TIFF; none if it has none at its beginning. */
export async function exifOfJpeg(file: Bytes, { start, end }: Range): Promise<Buffer[]> {
  if (start >= end || end > file.size) return [];
  const head = Buffer.from(await file.read(start, Math.min(end, start + headBytes)));
  const at = head.subarray(0, nameWithin).indexOf(name);
  return at === -1 ? [] : [head.subarray(at + name.length)];
}

/** How a picture is to be turned to be upright, according to its EXIF. */
export async function orientationIn(exif: Buffer | undefined): Promise<number> {
  if (exif === undefined) return 1;
  const bytes = { size: exif.length, read: async (from: number, to: number) => exif.subarray(from, to) };
  const start = await startOfTiff(bytes);
  const [first] = start === undefined ? [] : await readDirectories(bytes, start);
  return first?.get(orientationTag)?.[0] ?? 1;
}
