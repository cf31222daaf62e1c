import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { countFact } from './fact-values.ts';
import { secondsFact } from './seconds-fact.ts';

/** Of its beginning, and of its end. */
const partBytes = 256 * 1024;
const packStart = Buffer.from([0, 0, 1, 0xba]);
const sequenceStart = Buffer.from([0, 0, 1, 0xb3]);
const packetStart = Buffer.from([0, 0, 1]);
/** Of films; and the header of a packet is no longer than that of MPEG-1 with all that fills it. */
const [firstFilm, lastFilm] = [0xe0, 0xef];
const maxFilling = 16;
const [timeBytes, ticksASecond] = [5, 90_000];

/** What an MPEG program stream (ISO/IEC 11172-1, 13818-1) says of its film, by the times at its beginning and its end. Throws if it is none. */
export async function mpegFacts({ size, read }: Bytes): Promise<Partial<OwnFacts>> {
  const head = Buffer.from(await read(0, Math.min(size, partBytes)));
  if (!head.subarray(0, 4).equals(packStart)) throw new Error('No MPEG');
  const end = size <= partBytes ? head : Buffer.from(await read(Math.max(0, size - partBytes), size));
  // Frames are not in the order in which they are shown.
  const [first, last] = [Math.min(...timesIn(head)), Math.max(...timesIn(end))];
  const sequence = head.indexOf(sequenceStart);
  const sides = sequence === -1 || sequence + 7 > head.length ? 0 : head.readUIntBE(sequence + 4, 3);
  return {
    width: countFact(sides >> 12),
    height: countFact(sides & 0xfff),
    seconds: secondsFact((last - first) / ticksASecond),
  };
}

/** When the frames of the packets are shown. */
function timesIn(bytes: Buffer): number[] {
  const times: number[] = [];
  for (let at = bytes.indexOf(packetStart); at !== -1; at = bytes.indexOf(packetStart, at + 3)) {
    const kind = bytes[at + 3] ?? 0;
    const time = kind >= firstFilm && kind <= lastFilm ? timeAt(bytes, at + 6) : undefined;
    if (time !== undefined) times.push(time);
  }
  return times;
}

/** In a header of MPEG-2, or in one of MPEG-1 behind what fills it; undefined if it has none. */
function timeAt(bytes: Buffer, header: number): number | undefined {
  let at = header;
  if (((bytes[at] ?? 0) & 0xc0) === 0x80) {
    if (((bytes[at + 1] ?? 0) & 0x80) === 0) return undefined;
    at += 3;
  } else {
    while (bytes[at] === 0xff && at < header + maxFilling) at += 1;
    if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2;
  }
  if (at + timeBytes > bytes.length || ((bytes[at] ?? 0) & 0xe0) !== 0x20) return undefined;
  // 3, 15 and 15 bits, each with a one behind it.
  const high = (bytes.readUInt8(at) >> 1) & 7;
  return high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1);
}
