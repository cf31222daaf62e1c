import { storable } from '#contract/api/storable.ts';
import { isId } from '#contract/ids.ts';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import type { FileRow } from './records.ts';

/** What a listing is ordered by; ids break ties, in the same direction. */
export type Order = { sort: SortKey; direction: SortDirection };

type SortColumn = 'created_at' | 'modified_at' | 'sort_name' | 'sort_size' | 'sort_kind' | 'taken_at';

/**
 * Part of a listing: the entries of a kind, or of files those that have a date, or none. Each is read in the order of its columns and
 * of the ids, by an index of live entries with the columns account, parent_id, kind, these, and id.
 */
export type Section = {
  kind: 'folder' | 'file';
  isDated?: boolean;
  columns: readonly SortColumn[];
  direction: SortDirection;
};

const columns: Record<Exclude<SortKey, 'taken'>, SortColumn> = {
  created: 'created_at',
  name: 'sort_name',
  modified: 'modified_at',
  size: 'sort_size',
  kind: 'sort_kind',
};

const texts: readonly SortColumn[] = ['sort_name', 'sort_kind'];

/**
 * The sections of a listing, one after the other. A further order needs a column here, an index in a migration, and a name in the
 * contract.
 */
export function sectionsOf({ sort, direction }: Order): Section[] {
  if (sort !== 'taken')
    return (['folder', 'file'] as const).map((kind) => ({ kind, columns: [columns[sort]], direction }));
  return [
    { kind: 'folder', columns: ['sort_name'], direction: 'asc' },
    { kind: 'file', isDated: true, columns: ['taken_at', 'sort_name'], direction },
    // Those without a date come last, whatever the direction.
    { kind: 'file', isDated: false, columns: ['sort_name'], direction: 'asc' },
  ];
}

/** The last entry of a page, after which the next one begins: its section, and its values of the columns of that. */
export type Cursor = { section: number; values: readonly (number | string)[]; id: string };

export function writeCursor(
  folderId: string | null,
  { sort, direction }: Order,
  section: number,
  row: FileRow,
): string {
  const values = sectionsOf({ sort, direction })[section]?.columns.map((column) => row[column]);
  return encodeCursor([folderId, sort, direction, section, values, row.id]);
}

/** Throws invalid-input for what is not a cursor of a listing of that folder in that order. */
export function readCursor(folderId: string | null, order: Order, text: string): Cursor {
  return decodeCursor(
    text,
    ([of, key, way, at, values, id]) => {
      const section = typeof at === 'number' ? sectionsOf(order)[at] : undefined;
      return of === folderId &&
        key === order.sort &&
        way === order.direction &&
        section !== undefined &&
        Array.isArray(values) &&
        areValues(section, values) &&
        typeof id === 'string' &&
        isId(id)
        ? { section: at as number, values, id }
        : undefined;
    },
    { path: 'cursor', message: 'Not a cursor of this listing' },
  );
}

function areValues(section: Section, values: unknown[]): values is (number | string)[] {
  return (
    values.length === section.columns.length &&
    section.columns.every((column, i) =>
      texts.includes(column) ? storable.safeParse(values[i]).success : Number.isSafeInteger(values[i]),
    )
  );
}
