import { isId } from '#contract/ids.ts';
import type { SortKey } from '#contract/paging.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { EntryWithVersion } from './records.ts';

type Sorting = {
  /** What a listing is ordered by within folders and within files; ids decide between equals. */
  column: 'created_at';
  /** The index whose columns are account, parent_id, kind, this column and id, of what is not in Trash. */
  index: string;
  /** Whether a cursor may hold this value of the column. */
  isValue: (value: unknown) => boolean;
};

/** The orders of a listing. A further one needs its line here, its index in a migration, and its name in the contract. */
export const sortings: Record<SortKey, Sorting> = {
  created: { column: 'created_at', index: 'entries_in_order', isValue: Number.isSafeInteger },
};

/** The last entry of a page, behind which the next one begins. */
export type Cursor = { kind: 'folder' | 'file'; value: number; id: string };

export function writeCursor(sort: SortKey, row: EntryWithVersion): string {
  const parts = [sort, row.kind, row[sortings[sort].column], row.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws invalid-input for what is no cursor of a listing in that order. */
export function readCursor(sort: SortKey, text: string): Cursor {
  try {
    const [key, kind, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isKind = kind === 'folder' || kind === 'file';
    if (key === sort && isKind && sortings[sort].isValue(value) && typeof id === 'string' && isId(id))
      return { kind, value: value as Cursor['value'], id };
  } catch {
    // Whatever it was, it is not one of our cursors.
  }
  throw new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'cursor', message: 'Not a cursor of this listing' }] },
  });
}
