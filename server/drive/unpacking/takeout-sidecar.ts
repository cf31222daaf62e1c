import { z } from 'zod';
import { firstTakenAt, maxDescriptionCharacters } from '#contract/records/facts.ts';
import type { Told } from '../facts/told-facts.ts';

const dayMs = 24 * 60 * 60 * 1000;

const place = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  // As it says that it does not know.
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
  .nullish()
  .catch(null);

/** What is read of the file that Google Takeout puts beside a photograph; of what has another form nothing is known. */
const sidecar = z.object({
  /** In seconds since the epoch, as text. */
  photoTakenTime: z
    .object({ timestamp: z.union([z.string().regex(/^-?\d{1,15}$/), z.int()]) })
    .nullish()
    .catch(null),
  description: z.string().nullish().catch(null),
  /** As a person or Google corrected it. */
  geoData: place,
  /** As the bytes say. */
  geoDataExif: place,
});

/** What Google Takeout tells of a photograph; undefined if that is nothing. `now` is in milliseconds since the epoch. */
export function readSidecar(bytes: Uint8Array, now: number): Told | undefined {
  const { data } = sidecar.safeParse(parsed(bytes));
  if (data === undefined) return undefined;
  const { photoTakenTime, geoData, geoDataExif } = data;
  const told = {
    takenAt: photoTakenTime ? timeOf(photoTakenTime.timestamp, now) : null,
    description: descriptionOf(data.description ?? ''),
    place: placeOf(geoData ?? geoDataExif),
  };
  return Object.values(told).some((value) => value !== null) ? told : undefined;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Null if it cannot be that something was taken then: before the first photograph, or after tomorrow. */
function timeOf(seconds: string | number, now: number): number | null {
  const at = Number(seconds) * 1000;
  return at >= firstTakenAt && at < now + dayMs ? at : null;
}

/** Its lines, without other control characters, cut; null if nothing is left. */
function descriptionOf(text: string): string | null {
  const lines = text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, maxDescriptionCharacters)
    // Not in the middle of a character of two units.
    .replace(/\p{Cs}$/u, '')
    .trim();
  return lines === '' ? null : lines;
}

/** To about 10 cm. */
function placeOf(given: z.infer<typeof place>): Told['place'] {
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  return given ? { latitude: rounded(given.latitude), longitude: rounded(given.longitude) } : null;
}
