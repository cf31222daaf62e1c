import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useVirtualRows } from '../listing/use-virtual-rows.ts';
import { useBandArea } from '../selection/use-band-area.ts';
import type { GridGeometry } from './grid-geometry.ts';

type TileGridProps = {
  label: string;
  geometry: GridGeometry;
  count: number;
  /** The entries in the cells, after the lead. */
  ids: readonly string[];
  /** The first cells, which are always rendered and may grow. */
  lead?: number;
  /** A cell that stays rendered, because the focus is in it. */
  pinned?: number;
  renderCell: (at: number) => { key: string; tile: ReactNode };
};

/** A list of tiles. Only those near the visible part of the page are rendered; the list says how many there are. */
export function TileGrid({ label, geometry, count, ids, lead = 0, pinned, renderCell }: TileGridProps) {
  const { columns, tileWidth, tileHeight, gapX, gapY } = geometry;
  const list = useRef<HTMLUListElement>(null);
  const leadRows = Math.ceil(lead / columns);
  const { height, rows, resize } = useVirtualRows(list, {
    count: Math.ceil(count / columns),
    height: tileHeight,
    gap: gapY,
    pinned: [...Array(leadRows).keys(), ...(pinned === undefined ? [] : [Math.floor(pinned / columns)])],
  });

  useBandArea(list, { ids, lead, columns, width: tileWidth, height: tileHeight, gapX, gapY });

  // The first rendering has no rows yet.
  const rendered = rows.length > 0;
  useLayoutEffect(() => {
    if (!rendered) return undefined;
    const observer = new ResizeObserver(() => {
      for (let row = 0; row < leadRows; row += 1) {
        const cells = Array.from(list.current?.children ?? []).slice(
          row * columns,
          Math.min((row + 1) * columns, lead),
        );
        resize(row, Math.max(tileHeight, ...cells.map(({ clientHeight }) => clientHeight)));
      }
    });
    for (const element of Array.from(list.current?.children ?? []).slice(0, lead)) observer.observe(element);
    return () => observer.disconnect();
  }, [rendered, lead, leadRows, columns, tileHeight, resize]);

  return (
    <section aria-label={label}>
      <ul className="tiles" style={{ height, '--tile': `${tileWidth}px` } as CSSProperties} ref={list}>
        {rows.flatMap(({ index, top }) =>
          cellsOf(index).map((at) => {
            const { key, tile } = renderCell(at);
            const left = (at % columns) * (tileWidth + gapX);
            return (
              <li className="tile" key={key} style={{ top, left }} aria-setsize={count} aria-posinset={at + 1}>
                {tile}
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );

  function cellsOf(row: number): number[] {
    const first = row * columns;
    return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
  }
}
