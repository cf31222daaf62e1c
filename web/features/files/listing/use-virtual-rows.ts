import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type Rows = {
  count: number;
  /** The height of a row and the space between two, in CSS pixels. */
  height: number;
  gap: number;
  /** Rows that stay rendered wherever the page is scrolled to. */
  pinned: readonly number[];
};

/** Rows rendered above and below the visible ones; as long as the page scrolls only the next one, so that a jump is drawn in a frame. */
const overscan = 2;

/** The rows of `box` that are near the visible part of the page; all others are only empty space. */
export function useVirtualRows(box: RefObject<HTMLElement | null>, { count, height, gap, pinned }: Rows) {
  const top = useTop(box);
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    overscan,
    scrollMargin: top,
    estimateSize: () => height,
    rangeExtractor: (range) => withPinned(near(range), pinned, count),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height, gap]);

  function near(range: Range): number[] {
    if (!virtualizer.isScrolling) return defaultRangeExtractor(range);
    const isDown = virtualizer.scrollDirection === 'forward';
    const [startIndex, endIndex] = isDown
      ? [range.startIndex, range.endIndex + 1]
      : [range.startIndex - 1, range.endIndex];
    return defaultRangeExtractor({
      count,
      overscan: 0,
      startIndex: Math.max(0, startIndex),
      endIndex: Math.min(count - 1, endIndex),
    });
  }

  return {
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - top })),
    /** Sets the measured height of a row. */
    resize: virtualizer.resizeItem,
  };
}

/** How far `box` is from the top of the page, whatever is or grows above it. */
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

function withPinned(shown: number[], pinned: readonly number[], count: number): number[] {
  const missing = pinned.filter((row) => row >= 0 && row < count && !shown.includes(row));
  return missing.length === 0 ? shown : [...new Set([...shown, ...missing])].toSorted((one, other) => one - other);
}
