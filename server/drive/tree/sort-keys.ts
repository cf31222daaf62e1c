import { isId } from '#contract/ids.ts';
import type { SortKey } from '#contract/paging.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import type { EntryWithVersion } from './records.ts';

type Sorting = {
  /** The column that orders folders and files, each among themselves; ids break ties. */
  column: 'created_at';
  /** The index of live entries with the columns account, parent_id, kind, this column and id. */
  index: string;
  /** Whether this is a valid value of the column in a cursor. */
  isValue: (value: unknown) => value is number;
};

/** The orders of a listing. A further one needs a line here, an index in a migration, and a name in the contract. */
export const sortings: Record<SortKey, Sorting> = {
  created: { column: 'created_at', index: 'entries_in_order', isValue: isInteger },
};

/** The last entry of a page, after which the next one begins. */
export type Cursor = { kind: 'folder' | 'file'; value: number; id: string };

export function writeCursor(sort: SortKey, row: EntryWithVersion): string {
  return encodeCursor([sort, row.kind, row[sortings[sort].column], row.id]);
}

/** Throws invalid-input for what is not a cursor of a listing in that order. */
export function readCursor(sort: SortKey, text: string): Cursor {
  return decodeCursor(
    text,
    ([key, kind, value, id]) => {
      const isKind = kind === 'folder' || kind === 'file';
      return key === sort && isKind && sortings[sort].isValue(value) && typeof id === 'string' && isId(id)
        ? { kind, value, id }
        : undefined;
    },
    { path: 'cursor', message: 'Not a cursor of this listing' },
  );
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
