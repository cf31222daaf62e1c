import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useWindowRows } from '../listing/use-window-rows.ts';
import type { GridGeometry } from './grid-geometry.ts';

type TileGridProps = {
  label: string;
  geometry: GridGeometry;
  count: number;
  /** The first cells, which are always drawn and may grow. */
  lead?: number;
  /** A cell that stays drawn, because the focus is in it. */
  keep?: number;
  renderCell: (at: number) => { key: string; tile: ReactNode };
};

/** A list of tiles of which only those near what is seen are drawn; the list says how many there are. */
export function TileGrid({ label, geometry, count, lead = 0, keep, renderCell }: TileGridProps) {
  const { columns, tileWidth, tileHeight, gapX, gapY } = geometry;
  const list = useRef<HTMLUListElement>(null);
  const leadRows = Math.ceil(lead / columns);
  const { height, rows, resize } = useWindowRows(list, {
    count: Math.ceil(count / columns),
    height: tileHeight,
    gap: gapY,
    keep: [...Array(leadRows).keys(), ...(keep === undefined ? [] : [Math.floor(keep / columns)])],
  });

  // The first drawing has no rows yet.
  const drawn = rows.length > 0;
  useLayoutEffect(() => {
    if (!drawn) return undefined;
    const grown = new ResizeObserver(() => {
      for (let row = 0; row < leadRows; row += 1) {
        const cells = Array.from(list.current?.children ?? []).slice(
          row * columns,
          Math.min((row + 1) * columns, lead),
        );
        resize(row, Math.max(tileHeight, ...cells.map(({ clientHeight }) => clientHeight)));
      }
    });
    for (const element of Array.from(list.current?.children ?? []).slice(0, lead)) grown.observe(element);
    return () => grown.disconnect();
  }, [drawn, lead, leadRows, columns, tileHeight, resize]);

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
