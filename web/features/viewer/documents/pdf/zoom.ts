/** How large a page is; at 1 it fits. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger step, or the same if there is none. */
export function zoomIn(zoom: number): number {
  return steps.find((step) => step > zoom) ?? zoom;
}

/** The next smaller step, or the same if there is none. */
export function zoomOut(zoom: number): number {
  return steps.findLast((step) => step < zoom) ?? zoom;
}
