import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { countFact, takenFact } from './fact-values.ts';
import { secondsFact } from './seconds-fact.ts';

/** Of its beginning, where its headers are. */
const headBytes = 64 * 1024;
/** In the main header and in that of a stream, behind their names and lengths (AVIMAINHEADER, AVISTREAMHEADER). */
const [widthAt, heightAt] = [32, 36];
const [scaleAt, rateAt, lengthAt, streamBytes] = [20, 24, 32, 36];
const maxDateBytes = 24;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'.toLowerCase();

/** What an AVI says in its headers: a film of an older camera, of which nothing is decoded. Throws if it is none. */
export async function aviFacts({ size, read }: Bytes): Promise<Partial<OwnFacts>> {
  const head = Buffer.from(await read(0, Math.min(size, headBytes)));
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'AVI ') throw new Error('No AVI');
  const main = behind('avih', heightAt + 4);
  // The first stream is that of the film.
  const stream = behind('strh', streamBytes);
  return {
    takenAt: takenFact(clockIn(behind('IDIT', 1)), { offset: null, from: 'container' }),
    width: main ? countFact(main.readUInt32LE(widthAt)) : null,
    height: main ? countFact(main.readUInt32LE(heightAt)) : null,
    seconds: stream ? secondsIn(stream) : null,
  };

  /** The first chunk of that name, and what follows it. */
  function behind(name: string, least: number): Buffer | undefined {
    const at = head.indexOf(name);
    const content = head.subarray(at + 8);
    return at === -1 || content.length < least ? undefined : content;
  }
}

/** So many frames at so many a second, which is a fraction. */
function secondsIn(stream: Buffer): number | null {
  const seconds =
    (stream.readUInt32LE(lengthAt) * stream.readUInt32LE(scaleAt)) / Math.max(1, stream.readUInt32LE(rateAt));
  return secondsFact(seconds);
}

/** As cameras write it: `Sat Mar 14 12:05:07 2009`, some in capitals, or `2009:03:14 12:05:07`. */
function clockIn(content: Buffer | undefined): Date | undefined {
  const text = content?.toString('latin1', 0, maxDateBytes) ?? '';
  const numbers = /^(\d{4})[:/-](\d\d)[:/-](\d\d) (\d\d:\d\d:\d\d)/.exec(text);
  if (numbers !== null) return new Date(`${numbers[1]}-${numbers[2]}-${numbers[3]}T${numbers[4]}Z`);
  const [, name = '', day = '', time = '', year = ''] =
    /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) / 3 + 1;
  return new Date(`${year}-${String(month).padStart(2, '0')}-${day.replace(' ', '0')}T${time}Z`);
}
