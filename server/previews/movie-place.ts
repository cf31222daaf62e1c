import { numberFact } from './facts/fact-values.ts';
import type { FileFacts } from './reading.ts';

/** Where Apple's and Android's telephones write it; the latter after a length and a language, as QuickTime has it. */
const keys = ['com.apple.quicktime.location.ISO6709', '©xyz'];
/** ISO 6709, annex H: latitude and longitude in degrees, and what follows them. */
const pattern = /([+-]\d{1,2}(?:\.\d{1,9})?)([+-]\d{1,3}(?:\.\d{1,9})?)/;
const maxTextBytes = 100;

/** Where a film was taken; null if it does not say. */
export function placeInMovie(raw: Record<string, unknown>): FileFacts['place'] {
  for (const key of keys) {
    const value = raw[key];
    const text = value instanceof Uint8Array ? Buffer.from(value.subarray(0, maxTextBytes)).toString('latin1') : value;
    const found = typeof text === 'string' ? pattern.exec(text.slice(0, maxTextBytes)) : null;
    const latitude = numberFact(Number(found?.[1]), -90, 90);
    const longitude = numberFact(Number(found?.[2]), -180, 180);
    if (latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)) return { latitude, longitude };
  }
  return null;
}
