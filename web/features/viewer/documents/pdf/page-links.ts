import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { safeAddress } from '../reading/safe-address.ts';

/** No page has more links that anybody follows. */
const maxLinks = 500;

/** A link on a page: its place in parts of the page, and where it leads: to an address or to a page, from 1. */
export type PageLink = {
  left: number;
  top: number;
  width: number;
  height: number;
} & ({ address: string } | { page: number });

/** What pdf.js says of an annotation, as far as it is used. */
type Annotation = { subtype: string; rect: [number, number, number, number]; url?: string; dest?: unknown };

/** The links of a page that lead to the web, to a person, or to a page of the same PDF; actions of all other kinds are left out. */
export async function linksOf(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<PageLink[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: 'display' });
  const links = annotations.filter(({ subtype }) => subtype === 'Link').slice(0, maxLinks);
  const viewport = page.getViewport({ scale: 1 });
  const found = await Promise.all(
    links.map(async ({ rect, url, dest }): Promise<PageLink | undefined> => {
      const [left, bottom, right, top] = rect;
      const [x1, y1] = viewport.convertToViewportPoint(left, bottom) as [number, number];
      const [x2, y2] = viewport.convertToViewportPoint(right, top) as [number, number];
      const place = {
        left: Math.min(x1, x2) / viewport.width,
        top: Math.min(y1, y2) / viewport.height,
        width: Math.abs(x2 - x1) / viewport.width,
        height: Math.abs(y2 - y1) / viewport.height,
      };
      const address = url === undefined ? undefined : safeAddress(url);
      if (address !== undefined) return { ...place, address };
      const number = await pageOf(pdf, dest);
      return number === undefined ? undefined : { ...place, page: number };
    }),
  );
  return found.filter((link) => link !== undefined);
}

/** The number of the page that a destination is on (ISO 32000-2, 12.3.2). */
async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | undefined> {
  try {
    const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [target] = Array.isArray(explicit) ? (explicit as unknown[]) : [];
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return undefined;
    return (await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0])) + 1;
  } catch {
    return undefined;
  }
}
