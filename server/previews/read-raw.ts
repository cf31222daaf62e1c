import { maxPreviewedBytes } from '#contract/previews.ts';
import { drawPicture } from './draw-picture.ts';
import { exifFacts } from './exif-facts.ts';
import { countFact } from './facts/fact-values.ts';
import { openRaw } from './headers/open-raw.ts';
import type { RawPicture } from './headers/raw-picture.ts';
import { openPicture } from './open-picture.ts';
import { type FileToRead, noFacts, type Picture, type Reading, type TellFacts } from './reading.ts';

/** What a raw picture says of itself, and the largest picture that the camera made of it; undefined if it is none. */
export async function readRaw(file: FileToRead, tell: TellFacts): Promise<Reading | undefined> {
  const raw = await openRaw(file);
  if (raw === undefined) return undefined;
  const facts = { ...noFacts, ...saidBy(raw.exif), width: countFact(raw.width), height: countFact(raw.height) };
  tell(facts);
  return { picture: await drawLargest(file, raw), facts };
}

/** Of each fact what the first block says that knows it. */
function saidBy(blocks: readonly Buffer[]): ReturnType<typeof exifFacts> {
  const all = blocks.map((block) => exifFacts(block));
  const first = <Key extends keyof ReturnType<typeof exifFacts>>(key: Key) =>
    all.find((facts) => facts[key] !== null)?.[key] ?? null;
  return {
    takenAt: first('takenAt'),
    camera: first('camera'),
    lens: first('lens'),
    exposure: first('exposure'),
    place: first('place'),
  };
}

async function drawLargest({ read }: FileToRead, { pictures, orientation }: RawPicture): Promise<Picture | undefined> {
  for (const { start, end } of pictures.filter((picture) => picture.end - picture.start <= maxPreviewedBytes)) {
    try {
      const bytes = Buffer.from(await read(start, end));
      const { metadata } = await openPicture(bytes);
      const isTold = metadata.format !== 'jpeg' || metadata.orientation !== undefined;
      return await drawPicture(await (await openPicture(isTold ? bytes : turned(bytes, orientation))).decodable());
    } catch {
      // There may be a smaller one.
    }
  }
  return undefined;
}

const startBytes = 2;
/** A segment of EXIF with an orientation alone (CIPA DC-008, section 4.7.2). */
const segment = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
const orientationAt = 28;

/** A JPEG that says how it is to be turned. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const said = Buffer.from(segment);
  said.writeUInt16BE(orientation, orientationAt);
  return Buffer.concat([jpeg.subarray(0, startBytes), said, jpeg.subarray(startBytes)]);
}
