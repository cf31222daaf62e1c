import { type RefObject, useLayoutEffect, useState } from 'react';
import { type GridGeometry, gridGeometry } from './grid-geometry.ts';

/** The width of the last grid: the next one starts with it, so that going back finds its scroll position. */
let lastWidth = 0;

/** The geometry of the tiles in `box`, updated with its width; undefined before its first rendering. */
export function useGridGeometry(box: RefObject<HTMLElement | null>): GridGeometry | undefined {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = () => {
      lastWidth = element.clientWidth;
      setWidth(lastWidth);
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  if (width === 0) return undefined;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return gridGeometry({ width, viewport: window.innerWidth, rem });
}
