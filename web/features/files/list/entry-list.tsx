import '../parts/entry-list.css';
import { type ReactNode, useContext, useMemo, useRef } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { useMedia } from '#web/ui/browser/use-media.ts';
import type { Listing } from '../cache/listing.ts';
import { useEntryFocus } from '../focus/use-entry-focus.ts';
import { idsOf, placeIn } from '../listing/entry-ids.ts';
import { useVirtualRows } from '../listing/use-virtual-rows.ts';
import type { Order } from '../order/order.ts';
import { SelectionContext, useIsSelected } from '../selection/selection-context.ts';
import { useBandArea } from '../selection/use-band-area.ts';
import { FileRow, FolderRow } from './entry-row.tsx';
import { SortHeader } from './sort-header.tsx';

/** The height of a row, in rem: two lines of a name fit, and on phones a caption below them. */
const rowRem = 3.75;
const rowRemOnPhone = 4.5;
/** Name, type, size, date and More. */
const columns = 5;
/** No row is wider, in CSS pixels. */
const maxRowWidth = 10_000;

type EntryListProps = { listing: Listing; name: string; order: Order; setOrder: (order: Order) => void };

/**
 * A folder as a table: name, type, size and date; folders first. Only the rows near the visible part of the page are
 * rendered.
 */
export function EntryList({ listing: { folders, files }, name, order, setOrder }: EntryListProps) {
  const box = useRef<HTMLDivElement>(null);
  const onPhone = useMedia('(max-width: 720px)');
  const ids = useMemo(() => [...idsOf(folders), ...idsOf(files)], [folders, files]);
  const sections = useMemo(() => [{ lead: 0, ids }], [ids]);
  const { stop, drawn, ...keys } = useEntryFocus(box, {
    sections,
    columns: 1,
    nameAt: (at) => (folders[at] ?? files[at - folders.length])?.name ?? '',
    isSelecting: useContext(SelectionContext).isSome,
  });
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rowHeight = rem * (onPhone ? rowRemOnPhone : rowRem);
  useBandArea(box, { ids, lead: 0, columns: 1, width: maxRowWidth, height: rowHeight, gapX: 0, gapY: 0 });
  const { height, rows } = useVirtualRows(box, {
    count: ids.length,
    height: rowHeight,
    gap: 0,
    pinned: drawn.map((id) => placeIn(ids, id)),
  });
  if (ids.length === 0) return null;

  return (
    <div
      className="list"
      role="grid"
      aria-label={`Contents of ${visibleName(name)}`}
      aria-rowcount={ids.length + 1}
      aria-colcount={columns}
      aria-multiselectable
    >
      <div role="rowgroup">
        <div className="list__head" role="row" aria-rowindex={1}>
          <SortHeader label="Name" sort="name" order={order} onOrder={setOrder} />
          <SortHeader label="Type" sort="kind" order={order} onOrder={setOrder} />
          <SortHeader label="Size" sort="size" order={order} onOrder={setOrder} />
          <SortHeader label="Modified" sort="modified" order={order} onOrder={setOrder} />
          <span role="columnheader">
            <span className="sr-only">More</span>
          </span>
        </div>
      </div>
      <div className="list__body" role="rowgroup" ref={box} style={{ height }} {...keys}>
        {rows.map(({ index, top }) => {
          const folder = folders[index];
          const file = files[index - folders.length];
          const id = folder?.id ?? file?.id;
          return id === undefined ? null : (
            <Row id={id} key={id} index={index} top={top}>
              {folder ? <FolderRow folder={folder} stop={folder.id === stop} /> : null}
              {!folder && file ? <FileRow file={file} stop={file.id === stop} /> : null}
            </Row>
          );
        })}
      </div>
    </div>
  );
}

type RowProps = { id: string; index: number; top: number; children: ReactNode };

function Row({ id, index, top, children }: RowProps) {
  return (
    <div className="list__row" role="row" aria-rowindex={index + 2} aria-selected={useIsSelected(id)} style={{ top }}>
      {children}
    </div>
  );
}
