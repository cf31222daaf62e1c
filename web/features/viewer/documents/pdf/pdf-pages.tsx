import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { DocumentStage } from '../parts/document-stage.tsx';
import type { OpenedPdf } from './open-pdf.ts';
import { PdfFind } from './pdf-find.tsx';
import { PdfPage } from './pdf-page.tsx';
import { PdfTools } from './pdf-tools.tsx';
import { useWidth } from './use-width.ts';

/** The widest that a page is at first, and the space between two, in CSS pixels. */
const fitWidth = 840;
const gap = 24;

type PdfPagesProps = OpenedPdf & {
  /** Told of each page that could not be read or drawn. */
  onFailed: () => void;
};

/** The pages of a PDF. Only those near the visible part are in memory. The same PDF may be opened again. */
export function PdfPages({ pdf, ratio, onFailed }: PdfPagesProps) {
  const desk = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const [wanted, setWanted] = useState('');
  const width = Math.floor(Math.min(useWidth(desk), fitWidth) * zoom);
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const ratioOf = (number: number) => ratios.get(number) ?? ratio;
  const virtualizer = useVirtualizer({
    count: width === 0 ? 0 : pdf.numPages,
    gap,
    overscan: 1,
    getScrollElement: () => desk.current,
    estimateSize: (index) => width * ratioOf(index + 1),
  });
  const { resizeItem } = virtualizer;

  // What was in the middle stays there when pages become larger or smaller.
  const middle = useRef<{ index: number; part: number }>(undefined);
  useLayoutEffect(() => {
    if (desk.current !== null) middle.current = placeAt(virtualizer, desk.current);
    virtualizer.measure();
  }, [virtualizer, width]);
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    const { current: place } = middle;
    if (height === 0 || place === undefined || desk.current === null) return;
    middle.current = undefined;
    const item = virtualizer.measurementsCache[place.index];
    if (item !== undefined)
      desk.current.scrollTop = item.start + place.part * item.size - desk.current.clientHeight / 2;
  }, [virtualizer, height]);

  const setRatio = useCallback(
    (number: number, own: number) => {
      setRatios((before) => (before.get(number) === own ? before : new Map(before).set(number, own)));
      resizeItem(number - 1, width * own);
    },
    [resizeItem, width],
  );
  // The page that was gone to is the one that is seen, until somebody scrolls: the last ones may not get to the top.
  const goneTo = useRef<number>(undefined);
  const goTo = useCallback(
    (number: number) => {
      if (number < 1 || number > pdf.numPages) return;
      goneTo.current = number;
      setCurrent(number);
      virtualizer.scrollToIndex(number - 1, { align: 'start' });
    },
    [virtualizer, pdf],
  );
  const readCurrent = () => {
    if (desk.current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = desk.current;
    if (goneTo.current !== undefined) {
      const [start] = virtualizer.getOffsetForIndex(goneTo.current - 1, 'start') ?? [];
      if (start !== undefined && Math.abs(scrollTop - start) < 2) return;
      goneTo.current = undefined;
    }
    const isAtEnd = scrollTop + clientHeight > scrollHeight - 2;
    const item = virtualizer.getVirtualItemForOffset(scrollTop + clientHeight / 3);
    if (item !== undefined) setCurrent(isAtEnd ? pdf.numPages : item.index + 1);
  };

  return (
    <DocumentStage
      label="Pages"
      desk={desk}
      onScroll={readCurrent}
      tools={
        <>
          <PdfTools page={current} pages={pdf.numPages} zoom={zoom} onGoTo={goTo} onZoom={setZoom} />
          <PdfFind pdf={pdf} page={current} onGoTo={goTo} onWanted={setWanted} onFailed={onFailed} />
        </>
      }
    >
      <div className="pdf-pages" style={{ width, height }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div key={index} style={{ transform: `translateY(${start}px)` }}>
            <PdfPage
              pdf={pdf}
              number={index + 1}
              width={width}
              ratio={ratioOf(index + 1)}
              wanted={wanted}
              onRatio={setRatio}
              onGoTo={goTo}
              onFailed={onFailed}
            />
          </div>
        ))}
      </div>
    </DocumentStage>
  );
}

/** Which page is in the middle of what is seen, and which part of it, from 0 to 1; undefined where the beginning is seen. */
function placeAt(virtualizer: Virtualizer<HTMLDivElement, Element>, { scrollTop, clientHeight }: HTMLElement) {
  const offset = scrollTop + clientHeight / 2;
  const item = scrollTop === 0 ? undefined : virtualizer.getVirtualItemForOffset(offset);
  return item === undefined ? undefined : { index: item.index, part: (offset - item.start) / item.size };
}
