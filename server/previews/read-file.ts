import { type FileKind, kindOf } from '#contract/kinds.ts';
import { maxPreviewedBytes } from '#contract/previews.ts';
import { drawPicture } from './draw-picture.ts';
import { exifFacts } from './exif-facts.ts';
import { countFact } from './fact-values.ts';
import { takenByName } from './name-date.ts';
import { openPicture } from './open-picture.ts';
import { type FileToRead, noFacts, nothing, type Reading } from './reading.ts';

const readers: { [kind in FileKind]?: (file: FileToRead) => Promise<Reading> } = {
  photo: readPhoto,
  // Loaded only for these, as it is large.
  video: async (file) => await (await import('./media.ts')).readMedia(file),
  audio: async (file) => await (await import('./media.ts')).readMedia(file),
  pdf: async (file) => await (await import('./pdf.ts')).readPdf(file),
};

/** What is taken rather than written. */
const dated: readonly FileKind[] = ['photo', 'video', 'audio'];

/** Looks into a file: what it says of itself, and how it looks. */
export async function readFile(file: FileToRead): Promise<Reading> {
  const read = readers[kindOf(file.contentType)];
  const reading = (await read?.(file).catch(() => nothing)) ?? nothing;
  return dated.includes(kindOf(file.contentType)) ? withNameDate(reading, file.name) : reading;
}

async function readPhoto({ size, read }: FileToRead): Promise<Reading> {
  if (size > maxPreviewedBytes) return nothing;
  const { metadata, decodable } = await openPicture(await read(0, size));
  const picture = await decodable()
    .then(drawPicture)
    .catch(() => undefined);
  const { width, height } = picture ?? metadata.autoOrient;
  const pixels = { width: countFact(width), height: countFact(height) };
  return { picture, facts: { ...noFacts, ...exifFacts(metadata.exif), ...pixels } };
}

/** The name counts when nothing else says when something was taken. */
function withNameDate(reading: Reading, name: string): Reading {
  const { facts } = reading;
  const takenAt = facts?.takenAt ?? takenByName(name);
  return takenAt === null ? reading : { ...reading, facts: { ...(facts ?? noFacts), takenAt } };
}
