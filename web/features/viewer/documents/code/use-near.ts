import { type RefObject, useEffect, useState } from 'react';

/** How far above and below what is seen something is near, in CSS pixels. */
const margin = 800;

/** Whether an element of a document has come near to what is seen of it. It stays true. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || box.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setNear(true);
      },
      { root: box.current.closest('.desk'), rootMargin: `${margin}px` },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, isNear]);
  return isNear;
}
