import { maxExifBytes, orientationIn } from './exif-block.ts';
import { type Range, type RawPicture, rawPicture } from './raw-picture.ts';
import type { Bytes } from './tiff-directories.ts';

/** Of the file; more are none of a camera. */
const maxBoxes = 64;
const [headBytes, longHeadBytes, uuidBytes] = [8, 16, 16];
/** A box whose kind is a UUID: this one has the preview, 1,620 pixels wide. */
const previewUuid = 'eaf42b5e1c984b88b9fbb7dc406e4d16';
const previewHeadBytes = 64;
/** Behind the name of a preview: its length, and its JPEG. */
const [previewBytesAt, previewAt] = [16, 20];
/** In a description of samples, with its own head (ISO/IEC 14496-12, 12.1.3). */
const [widthAt, heightAt, described] = [40, 42, 44];

type Box = { type: string; start: number; end: number };

/**
 * Opens a raw picture of Canon (CR3), whose boxes are those of a film (ISO/IEC 14496-12): one of its tracks is a JPEG, and its EXIF lies in
 * blocks. Undefined if it is none.
 */
export async function openCanonRaw(file: Bytes): Promise<RawPicture | undefined> {
  const head = await readSome(0, 12);
  if (head.toString('latin1', 4) !== 'ftypcrx ') return undefined;
  let movie: Buffer = Buffer.alloc(0);
  const pictures: (Range | undefined)[] = [];
  for (let at = 0, boxes = 0; at + headBytes <= file.size && boxes < maxBoxes; boxes += 1) {
    const box = boxAt(await readSome(at, longHeadBytes), 0, file.size - at);
    if (box === undefined) break;
    if (box.type === 'moov') movie = await readSome(at + box.start, Math.min(box.end - box.start, maxExifBytes));
    if (box.type === 'uuid') pictures.push(previewIn(await readSome(at + box.start, previewHeadBytes), at + box.start));
    at += box.end;
  }
  const tracks = boxesIn(movie).filter(({ type }) => type === 'trak');
  const jpegs = tracks
    .map((track) => jpegIn(movie.subarray(track.start, track.end)))
    .filter((jpeg) => jpeg !== undefined);
  const exif = exifIn(movie);
  const [largest] = jpegs.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const orientation = await orientationIn(exif[0]);
  const { width, height } = largest ?? { width: undefined, height: undefined };
  return rawPicture({ width, height, orientation, pictures: [...jpegs, ...pictures], exif }, file.size);

  /** As much of it as there is. */
  async function readSome(at: number, length: number): Promise<Buffer> {
    const end = Math.min(file.size, at + length);
    return at < end ? Buffer.from(await file.read(at, end)) : Buffer.alloc(0);
  }
}

function previewIn(bytes: Buffer, at: number): Range | undefined {
  const name = bytes.indexOf('PRVW');
  if (bytes.toString('hex', 0, uuidBytes) !== previewUuid || name === -1) return undefined;
  if (name + previewAt > bytes.length) return undefined;
  const start = at + name + previewAt;
  return { start, end: start + bytes.readUInt32BE(name + previewBytesAt) };
}

/** Where the samples of a track begin, if they are a JPEG. */
function jpegIn(track: Buffer) {
  const table = ['mdia', 'minf', 'stbl'].reduce<Buffer>(inside, track);
  const [about, sizes, places] = ['stsd', 'stsz', 'co64'].map((type) => inside(table, type));
  if (!about || !sizes || !places || about.length < described || sizes.length < 12 || places.length < 16)
    return undefined;
  if (!about.includes('JPEG')) return undefined;
  // One size for all, or a list of them.
  const length = sizes.readUInt32BE(4) || (sizes.length >= 16 ? sizes.readUInt32BE(12) : 0);
  const start = Number(places.readBigUInt64BE(8));
  return {
    start,
    end: start + length,
    width: about.readUInt16BE(widthAt),
    height: about.readUInt16BE(heightAt),
  };
}

/** The picture's, the photograph's and the place's. */
function exifIn(movie: Buffer): Buffer[] {
  const canon = boxesIn(movie).find(({ type }) => type === 'uuid');
  if (canon === undefined) return [];
  const inner = movie.subarray(canon.start + uuidBytes, canon.end);
  const [image, photograph, place] = ['CMT1', 'CMT2', 'CMT4'].map((type) => inside(inner, type));
  return [image, named(photograph, 0x8769), named(place, 0x8825)].filter((block) => block !== undefined);
}

/** A TIFF whose first directory is that of the photograph or of the place, with another one in front that says so. */
function named(block: Buffer | undefined, tag: number): Buffer | undefined {
  if (block === undefined || block.length < 8) return undefined;
  const isLittle = block.toString('latin1', 0, 2) === 'II';
  const directory = Buffer.alloc(18);
  const put = (value: number, at: number, length: number) =>
    isLittle ? directory.writeUIntLE(value, at, length) : directory.writeUIntBE(value, at, length);
  put(1, 0, 2);
  put(tag, 2, 2);
  put(4, 4, 2);
  put(1, 6, 4);
  block.copy(directory, 10, 4, 8);
  const whole = Buffer.concat([block, directory]);
  if (isLittle) whole.writeUInt32LE(block.length, 4);
  else whole.writeUInt32BE(block.length, 4);
  return whole;
}

/** The content of the first box of that type; empty if there is none. */
function inside(bytes: Buffer, type: string): Buffer {
  const box = boxesIn(bytes).find((child) => child.type === type);
  return box === undefined ? Buffer.alloc(0) : bytes.subarray(box.start, box.end);
}

function boxesIn(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; found.length < maxBoxes; ) {
    const box = boxAt(bytes, at, bytes.length);
    if (box === undefined) break;
    found.push(box);
    at = box.end;
  }
  return found;
}

/** The box that begins there: its type, and where its content begins and ends; undefined if it does not end before `most`. */
function boxAt(bytes: Buffer, at: number, most: number): Box | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1;
  if (isLong && at + longHeadBytes > bytes.length) return undefined;
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? most - at : short;
  const start = at + (isLong ? longHeadBytes : headBytes);
  const end = at + length;
  return end < start || end > most ? undefined : { type: bytes.toString('latin1', at + 4, at + 8), start, end };
}
