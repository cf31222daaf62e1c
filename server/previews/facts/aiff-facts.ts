import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { secondsFact } from './seconds-fact.ts';

/** Of a file; more are none of a sound. */
const maxChunks = 64;
const [formBytes, chunkBytes, commonBytes] = [12, 8, 18];
/** In the common chunk; the rate is a number of 80 bits, of which the first ones do. */
const [framesAt, exponentAt, mantissaAt] = [2, 8, 10];
const [exponentOfOne, mantissaOfOne] = [16_383, 2 ** 31];

/** How long an AIFF plays: so many frames at so many a second (AIFF 1.3). Throws if it is none. */
export async function aiffFacts({ size, read }: Bytes): Promise<Partial<OwnFacts>> {
  const form = Buffer.from(await read(0, Math.min(size, formBytes))).toString('latin1');
  if (!form.startsWith('FORM') || !/AIF[FC]$/.test(form)) throw new Error('No AIFF');
  for (let at = formBytes, chunks = 0; at + chunkBytes + commonBytes <= size && chunks < maxChunks; chunks += 1) {
    const chunk = Buffer.from(await read(at, at + chunkBytes + commonBytes));
    if (chunk.toString('latin1', 0, 4) === 'COMM') return { seconds: secondsIn(chunk.subarray(chunkBytes)) };
    const length = chunk.readUInt32BE(4);
    at += chunkBytes + length + (length % 2);
  }
  return {};
}

function secondsIn(common: Buffer): number | null {
  const exponent = common.readUInt16BE(exponentAt) - exponentOfOne;
  const rate = (common.readUInt32BE(mantissaAt) / mantissaOfOne) * 2 ** exponent;
  return secondsFact(common.readUInt32BE(framesAt) / rate);
}
