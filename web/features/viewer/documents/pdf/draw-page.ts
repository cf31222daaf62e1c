import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { maxDrawMs, maxPagePixels } from '../reading/document-limits.ts';

/** More pixels than this for each CSS pixel are not seen. */
const maxDensity = 3;

/**
 * Draws a page into a box, at a scale in CSS pixels per point, over what was drawn before. The returned function stops it and
 * lets go of its pixels; `onFailed` is called if it cannot be drawn.
 */
export function drawPage(page: PDFPageProxy, box: HTMLElement, scale: number, onFailed: () => void): () => void {
  const { width, height } = page.getViewport({ scale });
  const density = Math.min(devicePixelRatio, maxDensity, Math.sqrt(maxPagePixels / (width * height)));
  const canvas = document.createElement('canvas');
  const viewport = page.getViewport({ scale: scale * density });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  let isStopped = false;
  const timeout = setTimeout(() => drawing.cancel(), maxDrawMs);
  drawing.promise
    .then(
      () => {
        for (const before of box.querySelectorAll('canvas')) release(before);
        box.replaceChildren(canvas);
      },
      () => isStopped || onFailed(),
    )
    .finally(() => clearTimeout(timeout));
  return () => {
    isStopped = true;
    drawing.cancel();
  };
}

/** Lets go of the pixels of a canvas at once; browsers keep them until they find the time. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Lays the text of a page over it, unseen, to be selected, found and read out. The returned function stops that. */
export function layText(page: PDFPageProxy, box: HTMLElement, onLaid: () => void): () => void {
  const layer = new TextLayer({
    container: box,
    viewport: page.getViewport({ scale: 1 }),
    textContentSource: page.streamTextContent(),
  });
  layer.render().then(onLaid, () => {});
  return () => {
    layer.cancel();
    box.replaceChildren();
  };
}
