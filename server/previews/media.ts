import { CustomSource, FLAC, Input, MATROSKA, type MetadataTags, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import { drawCover } from './cover.ts';
import { countFact, numberFact, textFact } from './fact-values.ts';
import { hasFilmDecoder } from './film-decoder.ts';
import { drawFrame } from './film-frame.ts';
import { takenInMovie } from './movie-date.ts';
import { placeInMovie } from './movie-place.ts';
import { type FileFacts, type FileToRead, noFacts, type Reading } from './reading.ts';

/** Listed one by one: among all that the library knows are playlists, which name other files. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC];
/** Where the length is written nowhere, all of a file is read to find it; of a longer one it is not known. */
const maxMeasuredBytes = 64 * 1024 ** 2;
const maxSeconds = 10_000_000;

/** What a film or sound says of itself, and its cover or a frame of it. Reads only the ranges that are needed. Throws if it is none. */
export async function readMedia(file: FileToRead): Promise<Reading> {
  const { size, read } = file;
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: 'fileSystem' });
  const input = new Input({ formats, source });
  try {
    const tags = await input.getMetadataTags();
    const facts = await factsOf(input, tags, file);
    const cover = await drawCover(tags);
    if (cover !== undefined || facts.width === null) return { picture: cover, facts };
    if (!hasFilmDecoder()) return { picture: undefined, facts, lacksDecoder: true };
    return { picture: await drawFrame(input, facts.seconds).catch(() => undefined), facts };
  } finally {
    input.dispose();
  }
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
  const seconds = told ?? (size <= maxMeasuredBytes ? await input.computeDuration() : null);
  return numberFact(seconds === null ? null : Number(seconds.toFixed(3)), 0.001, maxSeconds);
}

/** As telephones write it. */
function cameraIn(raw: Record<string, unknown>): string | null {
  const [maker, model] = ['make', 'model'].map((key) => textFact(raw[`com.apple.quicktime.${key}`]));
  return textFact([maker, model].filter((part) => part !== null).join(' '));
}
