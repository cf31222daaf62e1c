import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon, SearchIcon } from '#web/ui/icons/icons.tsx';
import { createPdfFinder } from './find-in-pdf.ts';

type PdfFindProps = {
  pdf: PDFDocumentProxy;
  /** The page that is seen. */
  page: number;
  onGoTo: (page: number) => void;
  /** Told what to mark. */
  onWanted: (wanted: string) => void;
};

/** A button that becomes a field: Enter goes to the next page with what is typed, Shift Enter to the one before. */
export function PdfFind({ pdf, page, onGoTo, onWanted }: PdfFindProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const finder = useMemo(() => createPdfFinder(pdf), [pdf]);
  const search = useRef<AbortController>(undefined);
  const foundOn = useRef<{ wanted: string; page: number }>(undefined);
  useEffect(() => () => search.current?.abort(), []);

  const find = async (wanted: string, isBackwards: boolean) => {
    search.current?.abort();
    search.current = new AbortController();
    onWanted(wanted);
    if (wanted.trim() === '') return setSaid('');
    const isNext = foundOn.current?.wanted === wanted && foundOn.current.page === page;
    const from = isNext ? page + (isBackwards ? -1 : 1) : page;
    const onPage = (number: number) => setSaid(`Page ${number} …`);
    const { signal } = search.current;
    const found = await finder.pageWith({ wanted, from, isBackwards, onPage, signal }).catch(() => undefined);
    if (signal.aborted) return;
    setSaid(found === undefined ? 'Not in it' : `On page ${found}`);
    if (found === undefined) return;
    foundOn.current = { wanted, page: found };
    onGoTo(found);
  };
  const close = () => {
    search.current?.abort();
    setSaid('');
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
        {said}
      </span>
    </span>
  );
}
