import sharp from 'sharp';
import { previewPixels } from '#contract/previews.ts';
import { drawPicture } from './draw-picture.ts';
import { firstLines } from './first-lines.ts';
import { type FileToRead, nothing, type Reading } from './reading.ts';

/** The first lines need no more. */
const readBytes = 16 * 1024;
/** As high as a thumbnail, in the proportion of a sheet of paper. */
const leaf = { width: 362, height: previewPixels, margin: 26, fontPixels: 11, linePixels: 16 } as const;
const columns = 46;
const lines = Math.floor((leaf.height - 2 * leaf.margin) / leaf.linePixels);
/** Below this nothing was drawn that is darker than paper. */
const paperLevel = 200;

/** The first lines of a text, drawn on a leaf. Without fonts on the machine there is none. */
export async function readText({ size, read }: FileToRead): Promise<Reading> {
  const text = firstLines(await read(0, Math.min(size, readBytes)), { columns, lines });
  if (text.length === 0) return nothing;
  const drawn = await sharp(Buffer.from(svgOf(text)))
    .png()
    .toBuffer();
  const { channels } = await sharp(drawn).greyscale().stats();
  const hasInk = (channels[0]?.min ?? paperLevel) < paperLevel;
  return { picture: hasInk ? await drawPicture(sharp(drawn)) : undefined, facts: undefined };
}

function svgOf(text: readonly string[]): string {
  const { width, height, margin, fontPixels, linePixels } = leaf;
  const drawn = text.map(
    (line, i) => `<text x="${margin}" y="${margin + (i + 1) * linePixels}">${escaped(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fffdf9"/><g font-family="monospace" font-size="${fontPixels}" fill="#3a3732" xml:space="preserve">${drawn.join('')}</g></svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
