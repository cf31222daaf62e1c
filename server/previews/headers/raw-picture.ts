import { type Bytes, cropSize, type Directory, readDirectories } from './tiff-directories.ts';

/** What a camera wrote of the light on its sensor: a TIFF (DNG, NEF, CR2, ARW) that also holds pictures that are ready to be seen. */
export type RawPicture = {
  /** Upright, in pixels, as far as it is known. */
  width: number | undefined;
  height: number | undefined;
  /** How it is to be turned to be upright (EXIF 0x0112), which its pictures do not say themselves. */
  orientation: number;
  /** Where pictures are that can be decoded, the largest first; the whole where it begins with a small one. */
  pictures: Range[];
};

type Range = { start: number; end: number };

/** TIFF 6.0, TIFF/EP (ISO 12234-2) and DNG 1.7. */
const tags = {
  width: 0x100,
  height: 0x101,
  compression: 0x103,
  colours: 0x106,
  strips: 0x111,
  orientation: 0x112,
  stripBytes: 0x117,
  jpeg: 0x201,
  jpegBytes: 0x202,
  canonSlices: 0xc640,
};
/** Of a colour filter array, and of what was made of one. */
const sensorColours = [32_803, 34_892];
const jpegCompressions = [6, 7];
/** Cameras write up to three. */
const maxJpegs = 3;

/** Opens a raw picture; undefined if it is none. Reads only its directories. */
export async function openRaw(file: Bytes): Promise<RawPicture | undefined> {
  const directories = await readDirectories(file);
  const [first] = directories;
  if (first === undefined || !directories.some(isSensor)) return undefined;
  const sizes = directories.map(sizeOf).toSorted((a, b) => (b[0] ?? 0) * (b[1] ?? 0) - (a[0] ?? 0) * (a[1] ?? 0));
  const [width, height] = sizes[0] ?? [];
  const orientation = one(first, tags.orientation) ?? 1;
  const jpegs = directories
    .map(jpegIn)
    .filter((jpeg) => jpeg !== undefined)
    .filter(({ start, end }) => start < end && end <= file.size)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const isTurned = orientation >= 5 && orientation <= 8;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation,
    pictures: [...jpegs.slice(0, maxJpegs), ...(isSensor(first) ? [] : [{ start: 0, end: file.size }])],
  };
}

/** Canon's has no colours of its own. */
function isSensor(directory: Directory): boolean {
  return sensorColours.includes(one(directory, tags.colours) ?? 0) || directory.has(tags.canonSlices);
}

/** As it is shown: around it the sensor has pixels that are none of the picture. */
function sizeOf(directory: Directory): readonly (number | undefined)[] {
  const crop = directory.get(cropSize) ?? [];
  return crop.length === 2 ? crop : [one(directory, tags.width), one(directory, tags.height)];
}

/** What a sensor saw may also be compressed as a JPEG, but as one that nobody decodes. */
function jpegIn(directory: Directory): Range | undefined {
  const isStrip = !isSensor(directory) && jpegCompressions.includes(one(directory, tags.compression) ?? 0);
  const start = one(directory, tags.jpeg) ?? (isStrip ? one(directory, tags.strips) : undefined);
  const length = one(directory, tags.jpegBytes) ?? (isStrip ? one(directory, tags.stripBytes) : undefined);
  return start === undefined || length === undefined ? undefined : { start, end: start + length };
}

/** Of a tag that has one value. */
function one(directory: Directory, tag: number): number | undefined {
  const values = directory.get(tag) ?? [];
  return values.length === 1 ? values[0] : undefined;
}
