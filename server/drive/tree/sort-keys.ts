import { isId } from '#contract/ids.ts';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import type { FileRow } from './records.ts';

/** What a listing is ordered by; ids break ties, in the same direction. */
export type Order = { sort: SortKey; direction: SortDirection };

type Sorting = {
  /** The column that orders folders and files, each among themselves. */
  column: 'created_at' | 'modified_at' | 'sort_name' | 'sort_size' | 'sort_kind';
  /** The index of live entries with the columns account, parent_id, kind, this column and id. */
  index: string;
  /** Whether this is a valid value of the column in a cursor. */
  isValue: (value: unknown) => boolean;
};

/** The orders of a listing. A further one needs a line here, an index in a migration, and a name in the contract. */
export const sortings: Record<SortKey, Sorting> = {
  created: { column: 'created_at', index: 'entries_in_order', isValue: Number.isSafeInteger },
  name: { column: 'sort_name', index: 'entries_sorted_by_name', isValue: isText },
  modified: { column: 'modified_at', index: 'entries_sorted_by_modified', isValue: Number.isSafeInteger },
  size: { column: 'sort_size', index: 'entries_sorted_by_size', isValue: Number.isSafeInteger },
  kind: { column: 'sort_kind', index: 'entries_sorted_by_kind', isValue: isText },
};

/** The last entry of a page, after which the next one begins. */
export type Cursor = { kind: 'folder' | 'file'; value: number | string; id: string };

export function writeCursor({ sort, direction }: Order, row: FileRow): string {
  return encodeCursor([sort, direction, row.kind, row[sortings[sort].column], row.id]);
}

/** Throws invalid-input for what is not a cursor of a listing in that order. */
export function readCursor({ sort, direction }: Order, text: string): Cursor {
  return decodeCursor(
    text,
    ([key, way, kind, value, id]) => {
      const isKind = kind === 'folder' || kind === 'file';
      return key === sort &&
        way === direction &&
        isKind &&
        sortings[sort].isValue(value) &&
        typeof id === 'string' &&
        isId(id)
        ? { kind, value: value as number | string, id }
        : undefined;
    },
    { path: 'cursor', message: 'Not a cursor of this listing' },
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
