import { createContext, type RefObject, useContext, useLayoutEffect } from 'react';
import type { BandArea } from './band.ts';

type Area = { element: HTMLElement; area: BandArea };

/** The areas of the page on which a rubber band selects; each tells how it lies now. */
export type BandAreas = Set<() => Area | undefined>;

export const BandAreasContext = createContext<BandAreas>(new Set());

/** Lets a rubber band select in `box`, whose cells lie in rows from its top. */
export function useBandArea(box: RefObject<HTMLElement | null>, area: Omit<BandArea, 'extra'>): void {
  const areas = useContext(BandAreasContext);
  useLayoutEffect(() => {
    const read = (): Area | undefined => {
      const element = box.current;
      if (element === null) return undefined;
      const rows = Math.ceil((area.lead + area.ids.length) / area.columns);
      const extra = element.clientHeight - rows * (area.height + area.gapY) + area.gapY;
      return { element, area: { ...area, extra: Math.max(0, Math.round(extra)) } };
    };
    areas.add(read);
    return () => void areas.delete(read);
  });
}
