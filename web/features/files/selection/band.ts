/** Cells of one size in rows, of which the first `lead` hold something else than entries. All lengths in CSS pixels. */
export type BandArea = {
  ids: readonly string[];
  lead: number;
  columns: number;
  width: number;
  height: number;
  gapX: number;
  gapY: number;
  /** By how much the first row is higher than the others. */
  extra: number;
};

export type Band = { left: number; top: number; right: number; bottom: number };

/** The entries that a band touches; the band is measured from the top left of the area. */
export function idsInBand(area: BandArea, { left, top, right, bottom }: Band): string[] {
  const { ids, lead, columns, width, height, gapX, gapY, extra } = area;
  const rows = Math.ceil((lead + ids.length) / columns);
  const [firstColumn, lastColumn] = touched(left, right, width, gapX, columns);
  const [firstRow, lastRow] = touched(top - extra, bottom - extra, height, gapY, rows);
  const isInFirst = top <= height + extra && bottom >= 0;
  const found: string[] = [];
  for (let row = isInFirst ? 0 : firstRow; row <= Math.max(lastRow, isInFirst ? 0 : -1); row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const id = ids[row * columns + column - lead];
      if (id !== undefined) found.push(id);
    }
  return found;
}

/** The first and last of `count` cells in a line that a stretch of it touches. */
function touched(from: number, to: number, size: number, gap: number, count: number): [number, number] {
  const step = size + gap;
  return [Math.max(0, Math.floor((from - size) / step) + 1), Math.min(count - 1, Math.floor(to / step))];
}
