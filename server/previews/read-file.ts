import { type FileKind, kindOf } from '#contract/kinds.ts';
import { maxPreviewedBytes, previewedTypes } from '#contract/previews.ts';
import { drawPicture } from './draw-picture.ts';
import { exifFacts } from './exif-facts.ts';
import { countFact } from './facts/fact-values.ts';
import { openPicture } from './open-picture.ts';
import { readRaw } from './read-raw.ts';
import { type FileFacts, type FileToRead, noFacts, nothing, type Reading, type TellFacts } from './reading.ts';

const readers: { [kind in FileKind]?: (file: FileToRead, tell: TellFacts) => Promise<Reading> } = {
  photo: readPhoto,
  // Loaded only for these, as it is large.
  video: async (file, tell) => await (await import('./media.ts')).readMedia(file, tell),
  audio: async (file, tell) => await (await import('./media.ts')).readMedia(file, tell),
  pdf: async (file, tell) => await (await import('./pdf.ts')).readPdf(file, tell),
};

/** Looks into a file: what it says of itself, and how it looks. */
export async function readFile(file: FileToRead, tell: TellFacts): Promise<Reading> {
  const read = readers[kindOf(file.contentType)];
  return (await read?.(file, tell).catch(() => nothing)) ?? nothing;
}

/** A raw picture is a TIFF, whatever type is told for it; a JPEG is read at once. */
async function readPhoto(file: FileToRead, tell: TellFacts): Promise<Reading> {
  const mayBeRaw = file.contentType === 'image/tiff' || !previewedTypes.includes(file.contentType);
  return (mayBeRaw ? await readRaw(file, tell) : undefined) ?? (await readPicture(file, tell));
}

async function readPicture({ size, read }: FileToRead, tell: TellFacts): Promise<Reading> {
  if (size > maxPreviewedBytes) return nothing;
  const bytes = await read(0, size);
  const { metadata, decodable } = await openPicture(bytes);
  const said =
    metadata.format === 'tiff'
      ? exifFacts(Buffer.from(bytes.buffer, bytes.byteOffset, size), size)
      : exifFacts(metadata.exif);
  const facts = withSize(metadata.autoOrient, { ...noFacts, ...said });
  tell(facts);
  const picture = await decodable()
    .then(drawPicture)
    .catch(() => undefined);
  return { picture, facts: picture === undefined ? facts : withSize(picture, facts) };
}

function withSize({ width, height }: { width: number; height: number }, facts: FileFacts): FileFacts {
  return { ...facts, width: countFact(width), height: countFact(height) };
}
