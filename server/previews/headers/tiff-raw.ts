import { exifOfJpeg, maxExifBytes } from './exif-block.ts';
import { type Range, type RawPicture, rawPicture } from './raw-picture.ts';
import {
  type Bytes,
  cropSize,
  type Directory,
  makerNote,
  panasonicJpeg,
  readDirectories,
  startOfTiff,
} from './tiff-directories.ts';

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
/** Of Panasonic's sensor, and of the preview in the notes of Olympus. */
const [topBorder, leftBorder, bottomBorder, rightBorder] = [4, 5, 6, 7];
const [olympusPreview, olympusPreviewBytes] = [0x101, 0x102];
/** What the notes of Olympus begin with, and the length of that with an order of bytes and a version. */
const olympusNotes: [name: string, bytes: number][] = [
  ['OLYMPUS\0II', 12],
  ['OM SYSTEM\0\0\0II', 16],
];
const noteNameBytes = 16;
/** Of a colour filter array, and of what was made of one. */
const sensorColours = [32_803, 34_892];
const jpegCompressions = [6, 7];

/** Opens a raw picture that is a TIFF (DNG, NEF, CR2, ARW), or nearly one (ORF, RW2); undefined if it is none. Reads its directories and its EXIF. */
export async function openTiffRaw(file: Bytes): Promise<RawPicture | undefined> {
  const start = await startOfTiff(file);
  if (start === undefined) return undefined;
  const directories = await readDirectories(file, start);
  const [first] = directories;
  if (first === undefined || (start.isPlain && !directories.some(isSensor))) return undefined;
  const sizes = directories.map(sizeOf).toSorted((a, b) => (b[0] ?? 0) * (b[1] ?? 0) - (a[0] ?? 0) * (a[1] ?? 0));
  const [width, height] = sizes[0] ?? [];
  const orientation = one(first, tags.orientation) ?? 1;
  const ofPanasonic = rangeOf(first.get(panasonicJpeg));
  const ofOlympus = start.isPlain ? undefined : await previewOfOlympus(file, directories).catch(() => undefined);
  const exif = [asTiff(Buffer.from(await file.read(0, Math.min(file.size, maxExifBytes))), start.isLittle)];
  if (ofPanasonic) exif.push(...(await exifOfJpeg(file, ofPanasonic)));
  const pictures = [...directories.map(jpegIn), ofPanasonic, ofOlympus];
  const raw = rawPicture({ width, height, orientation, pictures, exif }, file.size);
  const isSmallFirst = start.isPlain && !isSensor(first);
  return isSmallFirst ? { ...raw, pictures: [...raw.pictures, { start: 0, end: file.size }] } : raw;
}

/** Canon's has no colours of its own. */
function isSensor(directory: Directory): boolean {
  return sensorColours.includes(one(directory, tags.colours) ?? 0) || directory.has(tags.canonSlices);
}

/** As it is shown: around it the sensor has pixels that are none of the picture. */
function sizeOf(directory: Directory): readonly (number | undefined)[] {
  const crop = directory.get(cropSize) ?? [];
  if (crop.length === 2) return crop;
  const [top, left, bottom, right] = [topBorder, leftBorder, bottomBorder, rightBorder].map((tag) =>
    one(directory, tag),
  );
  if (top !== undefined && left !== undefined && bottom !== undefined && right !== undefined)
    return [right - left, bottom - top];
  return [one(directory, tags.width), one(directory, tags.height)];
}

/** What a sensor saw may also be compressed as a JPEG, but as one that nobody decodes. */
function jpegIn(directory: Directory): Range | undefined {
  const isStrip = !isSensor(directory) && jpegCompressions.includes(one(directory, tags.compression) ?? 0);
  const start = one(directory, tags.jpeg) ?? (isStrip ? one(directory, tags.strips) : undefined);
  const length = one(directory, tags.jpegBytes) ?? (isStrip ? one(directory, tags.stripBytes) : undefined);
  return rangeOf([start, length]);
}

/** It lies behind the beginning of the notes, as do their directories. */
async function previewOfOlympus(file: Bytes, directories: readonly Directory[]): Promise<Range | undefined> {
  const notes = rangeOf(directories.find((directory) => directory.has(makerNote))?.get(makerNote));
  if (notes === undefined || notes.start + noteNameBytes > file.size) return undefined;
  const { start } = notes;
  const name = Buffer.from(await file.read(start, start + noteNameBytes)).toString('latin1');
  const at = olympusNotes.find(([begins]) => name.startsWith(begins))?.[1];
  if (at === undefined) return undefined;
  const behind = { size: file.size - start, read: (from: number, to: number) => file.read(start + from, start + to) };
  const [, ...others] = await readDirectories(behind, { isLittle: true, at });
  const settings = others.find((other) => other.has(olympusPreview) && other.has(olympusPreviewBytes));
  const preview = settings && rangeOf([one(settings, olympusPreview), one(settings, olympusPreviewBytes)]);
  return preview && { start: start + preview.start, end: start + preview.end };
}

/** As what reads EXIF knows it. */
function asTiff(bytes: Buffer, isLittle: boolean): Buffer {
  bytes.write(isLittle ? '*\0' : '\0*', 2, 'latin1');
  return bytes;
}

function rangeOf([start, length]: readonly (number | undefined)[] = []): Range | undefined {
  return start === undefined || length === undefined ? undefined : { start, end: start + length };
}

/** Of a tag that has one value. */
function one(directory: Directory, tag: number): number | undefined {
  const values = directory.get(tag) ?? [];
  return values.length === 1 ? values[0] : undefined;
}
