import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon, SearchIcon } from '#web/ui/icons/icons.tsx';
import { AwayContext } from '../../said/away.ts';
import { createPdfFinder } from './find-in-pdf.ts';

type PdfFindProps = {
  pdf: PDFDocumentProxy;
  /** The page that is seen. */
  page: number;
  onGoTo: (page: number) => void;
  /** Told what to mark. */
  onWanted: (wanted: string) => void;
  /** Told when a page could not be read. */
  onFailed: () => void;
};

/** About one opening of the PDF: what is looked for in it is not looked for in the next. */
type Said = { of: PDFDocumentProxy; text: string; isLooking?: boolean };

/** A button that becomes a field: Enter goes to the next page with what is typed, Shift Enter to the one before. */
export function PdfFind({ pdf, page, onGoTo, onWanted, onFailed }: PdfFindProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<Said>();
  const finder = useMemo(() => createPdfFinder(pdf), [pdf]);
  const search = useRef<AbortController>(undefined);
  const foundOn = useRef<{ wanted: string; page: number }>(undefined);
  useEffect(() => () => search.current?.abort(), []);
  // What pdf.js does not get it waits for, without an end.
  const isStuck = useContext(AwayContext) && said?.of === pdf && said.isLooking === true;
  useEffect(() => {
    if (isStuck) onFailed();
  }, [isStuck, onFailed]);

  const find = async (wanted: string, isBackwards: boolean) => {
    search.current?.abort();
    search.current = new AbortController();
    onWanted(wanted);
    if (wanted.trim() === '') return setSaid(undefined);
    const isNext = foundOn.current?.wanted === wanted && foundOn.current.page === page;
    const from = isNext ? page + (isBackwards ? -1 : 1) : page;
    const onPage = (number: number) => setSaid({ of: pdf, text: `Page ${number} …`, isLooking: true });
    const { signal } = search.current;
    try {
      const found = await finder.pageWith({ wanted, from, isBackwards, onPage, signal });
      setSaid({ of: pdf, text: found === undefined ? 'Not in it' : `On page ${found}` });
      if (found === undefined) return;
      foundOn.current = { wanted, page: found };
      onGoTo(found);
    } catch {
      if (signal.aborted) return;
      setSaid({ of: pdf, text: 'Not every page could be read' });
      onFailed();
    }
  };
  const close = () => {
    search.current?.abort();
    setSaid(undefined);
    setOpen(false);
    onWanted('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void find(event.currentTarget.value, event.shiftKey);
    if (event.key !== 'Escape') return;
    // It closes the field and not the viewer.
    event.stopPropagation();
    event.preventDefault();
    close();
  };

  if (!isOpen)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <SearchIcon />
        Find in it
      </Button>
    );
  return (
    <span className="pdf-tools__group">
      <input
        className="pdf-tools__field pdf-tools__field--wide"
        type="search"
        aria-label="Find in it"
        placeholder="Find in it"
        autoFocus
        onKeyDown={onKeyDown}
      />
      <Button variant="quiet" icon aria-label="Close the field" onClick={close}>
        <CloseIcon />
      </Button>
      <span className="num" role="status">
        {isStuck ? 'The server cannot be reached' : said?.of === pdf ? said.text : ''}
      </span>
    </span>
  );
}
