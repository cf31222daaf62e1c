import { z } from 'zod';

/** Of a text in the facts of a file, in characters; what is longer is cut. */
export const maxFactCharacters = 200;

/** Of a description, in characters; what is longer is cut. */
export const maxDescriptionCharacters = 2000;

/** Nothing was taken before the first photograph, in milliseconds since the epoch. */
export const firstTakenAt = Date.UTC(1826, 0);

/**
 * Where the time comes from at which something was taken: the camera's EXIF, the container of a film or of sound, a file beside
 * it that tells of it, or the name. What comes first counts.
 */
export const takenSources = ['exif', 'container', 'sidecar', 'name'] as const;

const number = z.number().nullable();
const text = z.string().max(maxFactCharacters).nullable();

/** What a file says of itself, read once from its bytes, and what was told of it where it says nothing. The rest is null. */
export const facts = z
  .object({
    state: z
      .enum(['waiting', 'read', 'none'])
      .describe('`waiting`: they will follow with a change of the file; `none`: there are none to be read'),
    takenAt: z
      .object({
        local: z.string().describe('As a clock showed it there: `2026-08-12T05:52:10`'),
        offset: z.string().nullable().describe('Of that clock from UTC: `+02:00`; null if it is not known'),
        from: z.enum(takenSources),
      })
      .nullable(),
    camera: text,
    lens: text,
    exposure: z
      .object({
        aperture: number.describe('The number f'),
        seconds: number,
        iso: number,
        focalLength: number.describe('In millimetres'),
      })
      .nullable(),
    place: z.object({ latitude: z.number(), longitude: z.number() }).nullable().describe('WGS 84, in degrees'),
    width: z.int().min(1).nullable().describe('In pixels, upright'),
    height: z.int().min(1).nullable(),
    seconds: number.describe('How long it plays'),
    pages: z.int().min(1).nullable(),
    title: text,
    artist: text,
    description: z
      .string()
      .max(maxDescriptionCharacters)
      .nullable()
      .describe('As a Google Takeout that was unpacked tells it; of several lines'),
    posterUrl: z
      .string()
      .nullable()
      .describe('Where to PUT a picture of this film, of which the server can make none; null if it wants none'),
  })
  .meta({ id: 'Facts' });

export type Facts = z.infer<typeof facts>;
export type TakenAt = NonNullable<Facts['takenAt']>;

/** What a file itself says. */
export type OwnFacts = Omit<Facts, 'state' | 'takenAt' | 'description' | 'posterUrl'> & { takenAt: OwnTaken | null };
export type OwnTaken = TakenAt & { from: Exclude<TakenAt['from'], 'sidecar'> };
