import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useVirtualRows } from '../listing/use-virtual-rows.ts';
import { useIsSelected } from '../selection/selection-context.ts';
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
  /** Cells that stay rendered, because the focus is in one, or another is to be seen. */
  pinned: readonly number[];
  renderCell: (at: number) => { key: string; tile: ReactNode };
};

/**
 * A grid of tiles, for screen readers as well. Only the rows near the visible part of the page are rendered; the grid says
 * how many there are.
 */
export function TileGrid({ label, geometry, count, ids, lead = 0, pinned, renderCell }: TileGridProps) {
  const { columns, tileWidth, tileHeight, gapX, gapY } = geometry;
  const grid = useRef<HTMLDivElement>(null);
  const leadRows = Math.ceil(lead / columns);
  const { height, rows, resize } = useVirtualRows(grid, {
    count: Math.ceil(count / columns),
    height: tileHeight,
    gap: gapY,
    pinned: [...Array(leadRows).keys(), ...pinned.map((at) => Math.floor(at / columns))],
  });

  useBandArea(grid, { ids, lead, columns, width: tileWidth, height: tileHeight, gapX, gapY });

  // The first rendering has no rows yet.
  const rendered = rows.length > 0;
  useLayoutEffect(() => {
    if (!rendered) return undefined;
    const cellsIn = (row: number) =>
      Array.from(grid.current?.children[row]?.children ?? []).slice(0, lead - row * columns);
    const observer = new ResizeObserver(() => {
      for (let row = 0; row < leadRows; row += 1)
        resize(row, Math.max(tileHeight, ...cellsIn(row).map(({ clientHeight }) => clientHeight)));
    });
    for (let row = 0; row < leadRows; row += 1) for (const cell of cellsIn(row)) observer.observe(cell);
    return () => observer.disconnect();
  }, [rendered, lead, leadRows, columns, tileHeight, resize]);

  return (
    <div
      className="tiles"
      role="grid"
      aria-label={label}
      aria-rowcount={Math.ceil(count / columns)}
      aria-colcount={columns}
      aria-multiselectable
      style={{ height, '--tile': `${tileWidth}px`, '--tile-gap': `${gapX}px` } as CSSProperties}
      ref={grid}
    >
      {rows.map(({ index, top }) => (
        <div className="tiles__row" role="row" key={index} aria-rowindex={index + 1} style={{ top }}>
          {cellsOf(index).map((at) => {
            const { key, tile } = renderCell(at);
            return (
              <Cell key={key} column={(at % columns) + 1} id={ids[at - lead]}>
                {tile}
              </Cell>
            );
          })}
        </div>
      ))}
    </div>
  );

  function cellsOf(row: number): number[] {
    const first = row * columns;
    return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
  }
}

type CellProps = { column: number; id: string | undefined; children: ReactNode };

/** Only an entry can be selected. */
function Cell({ column, id, children }: CellProps) {
  const isSelected = useIsSelected(id ?? '');
  return (
    <div
      className="tile"
      role="gridcell"
      aria-colindex={column}
      aria-selected={id === undefined ? undefined : isSelected}
    >
      {children}
    </div>
  );
}
