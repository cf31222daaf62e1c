import type { OwnTaken } from '#contract/records/facts.ts';
import { takenFact } from './facts/fact-values.ts';
import type { FileToRead } from './reading.ts';

/** ISO 14496-12: movie times are seconds since 1904. */
const epochMs = Date.UTC(1904, 0, 1);
/** Of which some telephones write those since 1970: nobody took a film of this kind before. */
const secondsUntil1970 = -epochMs / 1000;
/** Of a file before its movie header; more is none of a camera. */
const maxBoxes = 100;
const headerBytes = 16;
/** In `moov`, of which it is the first box; with its own header and version. */
const movieHeaderBytes = 32;

/** When a film was taken, by its clock and offset as telephones write them, or in UTC as its movie header has it. */
export async function takenInMovie(raw: Record<string, unknown>, file: FileToRead): Promise<OwnTaken | null> {
  const written = raw['com.apple.quicktime.creationdate'];
  const found =
    typeof written === 'string' ? /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d):?(\d\d)?/.exec(written) : null;
  if (found !== null) {
    const [, local = '', hours = '', minutes = '00'] = found;
    const offset = hours === 'Z' ? hours : `${hours}:${minutes}`;
    const taken = takenFact(new Date(`${local}Z`), { offset, from: 'container' });
    if (taken !== null) return taken;
  }
  const seconds = await creationTime(file).catch(() => 0);
  const since1970 = seconds < secondsUntil1970 ? seconds : seconds - secondsUntil1970;
  return seconds === 0 ? null : takenFact(new Date(since1970 * 1000), { offset: 'Z', from: 'container' });
}

/** `creation_time` of the movie header; 0 where there is none, or it was not set. */
async function creationTime({ size, read }: FileToRead): Promise<number> {
  for (let at = 0, boxes = 0; at + headerBytes < size && boxes < maxBoxes; boxes += 1) {
    const head = Buffer.from(await read(at, at + headerBytes));
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const type = head.toString('latin1', 4, 8);
    if (type === 'moov')
      return timeIn(Buffer.from(await read(at, Math.min(size, at + headerBytes + movieHeaderBytes))), short);
    // The first box of a movie says what it is; one that reaches to the end is the last.
    if (length < 8 || (boxes === 0 && type !== 'ftyp')) return 0;
    at += length;
  }
  return 0;
}

function timeIn(moov: Buffer, short: number): number {
  const at = short === 1 ? 16 : 8;
  if (moov.toString('latin1', at + 4, at + 8) !== 'mvhd') return 0;
  const version = moov.readUInt8(at + 8);
  return version === 1 ? Number(moov.readBigUInt64BE(at + 12)) : moov.readUInt32BE(at + 12);
}
