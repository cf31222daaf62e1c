import { type Input, type MetadataTags, MPEG_TS } from 'mediabunny';
import { kindOf } from '#contract/kinds.ts';
import { drawCover } from './cover.ts';
import { countFact, textFact } from './facts/fact-values.ts';
import { olderFacts } from './facts/older-facts.ts';
import { secondsFact } from './facts/seconds-fact.ts';
import { drawFrame } from './film-frame.ts';
import { hasMediaDecoder } from './media-decoder.ts';
import { takenInMovie } from './movie-date.ts';
import { placeInMovie } from './movie-place.ts';
import { openMedia } from './open-media.ts';
import { type FileFacts, type FileToRead, noFacts, type Picture, type Reading, type TellFacts } from './reading.ts';
import { drawWave } from './sound-wave.ts';

/** Where the length is written nowhere, all of a file is read to find it; of a longer one it is not known. */
const maxMeasuredBytes = 64 * 1024 ** 2;

/**
 * What a film or sound says of itself, and its cover, or a frame of the film, or the wave of the sound. Reads only the ranges that are
 * needed. Throws if it is none.
 */
export async function readMedia(file: FileToRead, tell: TellFacts): Promise<Reading> {
  const older = await olderFacts(file);
  if (older !== undefined) return { picture: undefined, facts: { ...noFacts, ...older } };
  const input = openMedia(file);
  try {
    const tags = await input.getMetadataTags();
    const facts = await factsOf(input, tags, file);
    tell(facts);
    const cover = await drawCover(tags);
    const draw = drawing(input, facts, file);
    if (cover !== undefined || draw === undefined) return { picture: cover, facts };
    if (!hasMediaDecoder()) return { picture: undefined, facts, lacksDecoder: true };
    return { picture: await draw().catch(() => undefined), facts };
  } finally {
    input.dispose();
  }
}

/** What draws a film or a sound by decoding it. */
function drawing(input: Input, { width, height, seconds }: FileFacts, file: FileToRead) {
  if (width !== null && height !== null)
    return (): Promise<Picture | undefined> => drawFrame(input, { width, height, seconds });
  return kindOf(file.contentType) === 'audio' ? () => drawWave(file, seconds) : undefined;
}

async function factsOf(input: Input, tags: MetadataTags, file: FileToRead): Promise<FileFacts> {
  const { raw = {} } = tags;
  const video = await input.getPrimaryVideoTrack();
  return {
    ...noFacts,
    takenAt: await takenInMovie(raw, file),
    place: placeInMovie(raw),
    camera: cameraIn(raw),
    width: video && countFact(await video.getDisplayWidth()),
    height: video && countFact(await video.getDisplayHeight()),
    seconds: await secondsOf(input, file.size),
    title: textFact(tags.title),
    artist: textFact(tags.artist),
  };
}

async function secondsOf(input: Input, size: number): Promise<number | null> {
  const told = await input.getDurationFromMetadata().catch(() => null);
  const seconds = told ?? (await measuredSeconds(input, size).catch(() => null));
  return seconds === null ? null : secondsFact(seconds);
}

async function measuredSeconds(input: Input, size: number): Promise<number | null> {
  // Its end is found without reading what is before it, and its beginning may be at any time.
  if ((await input.getFormat()) === MPEG_TS) return (await input.computeDuration()) - (await input.getFirstTimestamp());
  return size <= maxMeasuredBytes ? await input.computeDuration() : null;
}

/** As telephones write it. */
function cameraIn(raw: Record<string, unknown>): string | null {
  const [maker, model] = ['make', 'model'].map((key) => textFact(raw[`com.apple.quicktime.${key}`]));
  return textFact([maker, model].filter((part) => part !== null).join(' '));
}
