import './pdf-page.css';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { drawPage, layText, release } from './draw-page.ts';
import { markFound } from './found-texts.ts';
import { linksOf, type PageLink } from './page-links.ts';

/** A page that is longer, by its width, is shown smaller. */
const maxRatio = 20;

type PdfPageProps = {
  pdf: PDFDocumentProxy;
  number: number;
  /** In CSS pixels; the height is that of the first page until its own is known. */
  width: number;
  ratio: number;
  /** What is marked in its text. */
  wanted: string;
  onRatio: (number: number, ratio: number) => void;
  onGoTo: (page: number) => void;
  onFailed: () => void;
};

/** A page of a PDF: drawn, with its text over it, and its links. It is only there while it is near. */
export function PdfPage({ pdf, number, width, ratio, wanted, onRatio, onGoTo, onFailed }: PdfPageProps) {
  const [page, setPage] = useState<PDFPageProxy>();
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => {
    setFailed(true);
    onFailed();
  }, [onFailed]);

  useEffect(() => {
    let left = false;
    pdf.getPage(number).then(
      (got) => {
        if (left) return;
        const { width: ownWidth, height } = got.getViewport({ scale: 1 });
        onRatio(number, Math.min(height / ownWidth, maxRatio));
        setPage(got);
        setFailed(false);
      },
      () => left || fail(),
    );
    return () => {
      left = true;
    };
  }, [pdf, number, onRatio, fail]);

  return (
    <div className="pdf-page" role="group" aria-label={`Page ${number}`} style={{ width, height: width * ratio }}>
      {page === undefined || failed ? null : (
        <DrawnPage pdf={pdf} page={page} width={width} wanted={wanted} onFailed={fail} onGoTo={onGoTo} />
      )}
      {failed ? <p className="pdf-page__failed">This page cannot be drawn.</p> : null}
    </div>
  );
}

type DrawnPageProps = {
  pdf: PDFDocumentProxy;
  page: PDFPageProxy;
  width: number;
  wanted: string;
  onFailed: () => void;
  onGoTo: (page: number) => void;
};

function DrawnPage({ pdf, page, width, wanted, onFailed, onGoTo }: DrawnPageProps) {
  const drawn = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [links, setLinks] = useState<PageLink[]>([]);
  const [isLaid, setLaid] = useState(false);
  const own = page.getViewport({ scale: 1 });
  const scale = Math.min(width / own.width, (width * maxRatio) / own.height);
  const size: CSSProperties & Record<'--total-scale-factor', number> = {
    width: own.width * scale,
    height: own.height * scale,
    '--total-scale-factor': scale,
  };

  useEffect(() => {
    if (drawn.current === null) return undefined;
    return drawPage(page, drawn.current, scale, onFailed);
  }, [page, scale, onFailed]);

  useEffect(() => {
    const [box, layer] = [drawn.current, text.current];
    if (box === null || layer === null) return undefined;
    let left = false;
    const stop = layText(page, layer, () => left || setLaid(true));
    linksOf(pdf, page).then(
      (found) => left || setLinks(found),
      () => {},
    );
    return () => {
      left = true;
      stop();
      for (const canvas of box.querySelectorAll('canvas')) release(canvas);
      page.cleanup();
    };
  }, [pdf, page]);

  useEffect(() => {
    if (!isLaid || text.current === null) return undefined;
    return markFound(text.current, wanted);
  }, [isLaid, wanted]);

  return (
    <div className="pdf-page__drawn" style={size}>
      <div ref={drawn} />
      <div ref={text} className="pdf-text" />
      {links.map((link, at) => (
        <Link key={at} link={link} onGoTo={onGoTo} />
      ))}
    </div>
  );
}

function Link({ link, onGoTo }: { link: PageLink; onGoTo: (page: number) => void }) {
  const style = {
    left: `${link.left * 100}%`,
    top: `${link.top * 100}%`,
    width: `${link.width * 100}%`,
    height: `${link.height * 100}%`,
  };
  return 'address' in link ? (
    <a
      className="pdf-link"
      style={style}
      href={link.address}
      title={link.address}
      aria-label={link.address}
      target="_blank"
      rel="noopener noreferrer"
    />
  ) : (
    <button
      type="button"
      className="pdf-link"
      style={style}
      aria-label={`Go to page ${link.page}`}
      onClick={() => onGoTo(link.page)}
    />
  );
}
