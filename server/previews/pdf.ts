import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { maxPreviewedBytes, screenPixels } from '#contract/previews.ts';
import { drawPicture } from './draw-picture.ts';
import { countFact } from './facts/fact-values.ts';
import { type FileToRead, noFacts, nothing, type Reading, type TellFacts } from './reading.ts';

/** A page is drawn at most so many times its size, in pixels for each of its points (1/72 inch). */
const maxScale = 4;
/** Of a page in points: longer or narrower ones would have no pixel on their short side. */
const maxRatio = 50;

let library: Promise<PDFiumLibrary> | undefined;

/** The first page of a PDF, and how many it has. */
export async function readPdf({ size, read }: FileToRead, tell: TellFacts): Promise<Reading> {
  if (size > maxPreviewedBytes) return nothing;
  const bytes = await read(0, size);
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(bytes);
    try {
      const facts = { ...noFacts, pages: countFact(document.getPageCount()) };
      tell(facts);
      const picture = await drawFirst(document).catch(() => undefined);
      return { picture, facts };
    } finally {
      document.destroy();
    }
  } catch (error) {
    // What ended in the middle of a document is not used for the next one.
    library = undefined;
    throw error;
  }
}

async function drawFirst(document: Awaited<ReturnType<PDFiumLibrary['loadDocument']>>) {
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const [short, long] = [Math.min(originalWidth, originalHeight), Math.max(originalWidth, originalHeight)];
  if (!(short > 0) || long > short * maxRatio) throw new Error('No page that can be shown');
  const { data, width, height } = await page.render({ scale: Math.min(maxScale, screenPixels / long) });
  return await drawPicture({ image: sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha() });
}
