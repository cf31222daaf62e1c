import { type RefObject, useLayoutEffect, useState } from 'react';
import { type GridGeometry, gridGeometry } from './grid-geometry.ts';

/** The room that the last grid had: the next one starts with it, so that going back finds its place on the page. */
let lastWidth = 0;

/** How tiles stand in `box`, now and after each change of its width; undefined until it is drawn for the first time. */
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
