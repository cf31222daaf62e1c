import { getDocument, type PDFDocumentProxy, PDFWorker, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../reading/document-error.ts';
import { maxPagePixels, maxPdfPicturePixels } from '../reading/document-limits.ts';
import { readBytes } from '../reading/read-bytes.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';

/** How much of a PDF is read at once, in bytes. */
const rangeBytes = 262_144;
/** Nothing is written to the console: what is wrong with a PDF is nobody's mistake here. */
const silent = 0;
const bytesPerPixel = 4;

export type OpenedPdf = {
  pdf: PDFDocumentProxy;
  /** The height of the first page by its width. */
  ratio: number;
};

/**
 * Opens a PDF, of which only what is looked at is read. It stays open until the signal: then what it holds is let go.
 * Nothing in it runs (pdf.js has its scripts run by a part that is not here), and the worker that reads it can load nothing.
 * Throws a DocumentError: unreachable, refused, broken-pdf, locked-pdf.
 */
export async function openPdf(file: ViewedFile, signal: AbortSignal): Promise<OpenedPdf> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const opening = getDocument({
    url: file.url,
    worker: PDFWorker.create({ port, verbosity: silent }),
    verbosity: silent,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: maxPdfPicturePixels,
    canvasMaxAreaInBytes: maxPagePixels * bytesPerPixel,
    useWorkerFetch: false,
    BinaryDataFactory,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
  });
  const close = () => {
    TextLayer.cleanup();
    void opening
      .destroy()
      .catch(() => {})
      .finally(() => port.terminate());
  };
  signal.addEventListener('abort', close);
  try {
    signal.throwIfAborted();
    const fail = Promise.withResolvers<never>();
    opening.onPassword = () => fail.reject(new DocumentError('locked-pdf'));
    port.addEventListener('error', () => fail.reject(new DocumentError('unreachable')));
    const pdf = await Promise.race([opening.promise, fail.promise]);
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, ratio: height / width };
  } catch (error) {
    close();
    signal.throwIfAborted();
    // It has no codes but the names of its errors (pdf.js, src/shared/util.js), and does not say what the server answered.
    if ((error as Error).name === 'ResponseException') await readBytes(file, 1, signal);
    throw error instanceof DocumentError ? error : new DocumentError('broken-pdf', { cause: error });
  }
}

/** Gives pdf.js the files that it asks for by name. It calls this with `new`. */
function BinaryDataFactory() {
  return {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const { pdfBinaries } = await import('./pdf-binaries.ts');
      const address = pdfBinaries.get(filename);
      if (address === undefined) throw new Error(`There is no ${filename}`);
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${filename} was not sent`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
