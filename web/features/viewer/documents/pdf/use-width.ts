import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of what a box has room for, in CSS pixels; 0 until it is known. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const { current } = box;
    const read = () => setWidth(current.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
