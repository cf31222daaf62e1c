import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { countFact } from './fact-values.ts';
import { secondsFact } from './seconds-fact.ts';

/** Of its beginning, where it is described. */
const headBytes = 64 * 1024;
const numberBytes = 8;

/** What an FLV says in its description (FLV 10.1, `onMetaData`): names with numbers. Throws if it is none. */
export async function flvFacts({ size, read }: Bytes): Promise<Partial<OwnFacts>> {
  const head = Buffer.from(await read(0, Math.min(size, headBytes)));
  if (head.toString('latin1', 0, 3) !== 'FLV') throw new Error('No FLV');
  const described = head.subarray(Math.max(0, head.indexOf('onMetaData')));
  const [seconds, width, height] = ['duration', 'width', 'height'].map((name) => {
    // The name with its length before it, and the kind of a number behind it.
    const key = Buffer.from(`\0${String.fromCharCode(name.length)}${name}\0`, 'latin1');
    const at = described.indexOf(key) + key.length;
    return at < key.length || at + numberBytes > described.length ? Number.NaN : described.readDoubleBE(at);
  });
  return {
    width: countFact(width),
    height: countFact(height),
    seconds: secondsFact(seconds ?? Number.NaN),
  };
}
