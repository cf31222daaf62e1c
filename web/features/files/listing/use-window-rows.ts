import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type Rows = {
  count: number;
  /** The height of a row and the space between two, in CSS pixels. */
  height: number;
  gap: number;
  /** Rows that stay drawn wherever the page is scrolled to. */
  keep: readonly number[];
};

/** Rows drawn above and below what is seen. */
const overscan = 2;

/** The rows of `box` that are near what the page shows: all others are only room. */
export function useWindowRows(box: RefObject<HTMLElement | null>, { count, height, gap, keep }: Rows) {
  const top = useTop(box);
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    overscan,
    scrollMargin: top,
    estimateSize: () => height,
    rangeExtractor: (range) => withKept(defaultRangeExtractor(range), keep, count),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height, gap]);

  return {
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - top })),
    /** A row turned out to have another height. */
    resize: virtualizer.resizeItem,
  };
}

/** How far `box` is from the top of the page, whatever stands or grows above it. */
function useTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return top;
}

function withKept(shown: number[], keep: readonly number[], count: number): number[] {
  const missing = keep.filter((row) => row >= 0 && row < count && !shown.includes(row));
  return missing.length === 0 ? shown : [...new Set([...shown, ...missing])].toSorted((one, other) => one - other);
}
