import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { foldForFinding } from './fold-for-finding.ts';

type Search = {
  wanted: string;
  /** The page to begin at, from 1, and whether to go back from it. */
  from: number;
  isBackwards: boolean;
  /** Told of each page that is looked at. */
  onPage: (page: number) => void;
  signal: AbortSignal;
};

/** Finds pages by their texts. What a page says is read once. */
export function createPdfFinder(pdf: PDFDocumentProxy) {
  const texts = new Map<number, string>();
  return {
    /** The next page with a text, round about; undefined if there is none. Throws the reason of the signal. */
    async pageWith({ wanted, from, isBackwards, onPage, signal }: Search): Promise<number | undefined> {
      const pages = pdf.numPages;
      for (let step = 0; step < pages; step += 1) {
        const page = ((((from - 1 + (isBackwards ? -step : step)) % pages) + pages) % pages) + 1;
        onPage(page);
        const text = texts.get(page) ?? (await textOf(page));
        signal.throwIfAborted();
        if (text.includes(foldForFinding(wanted))) return page;
      }
      return undefined;
    },
  };

  async function textOf(number: number): Promise<string> {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    texts.set(number, foldForFinding(text));
    return texts.get(number) ?? '';
  }
}
