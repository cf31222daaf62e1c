import type { Kysely } from 'kysely';
import type { Row } from './rows.ts';
import type { Tables } from './tables.ts';

/** A table as the room that owns it declares it: what backup, restore, migrate and doctor do with its rows. */
export type TableDeclaration = StoredTable | TransientTable | LocalTable | DerivedTable;

type Table = {
  name: string;
  /** The columns of its primary key; the doctor names a row by the first. */
  key: readonly string[];
  /** Whose its rows are: they are deleted with that account. */
  owner: Owner;
  /** Rows that have to exist, whether or not the engine enforces it: the doctor looks for them. */
  references?: readonly Reference[];
};

/**
 * How the rows of one account are found: a column has its id, or the `key` of a row of another table that is the account's. `nobody`:
 * they are of the server, or end by themselves within two days. `indexed`: conditions of which one holds for each row, where the
 * indexes that begin with the column are of such rows only.
 */
export type Owner =
  | 'nobody'
  | { column: string; indexed?: readonly string[] }
  | { column: string; of: string; key: string };

/** A column is null, or the `key` of a row of `table` that meets the condition, in SQL about `source` and `target`. */
type Reference = { column: string; table: string; key: string; condition?: string };

type CopiedTable = Table & {
  /** The columns that are copied as rows; undefined for all. */
  columns?: readonly string[];
  /** Rows refer to others of the same table by `parent_id`, and are written after them. */
  isTree?: boolean;
  /**
   * What a row becomes where it is restored or migrated to; undefined when it stays as it is. A row of an older backup has the columns
   * of its version, and gets no others.
   */
  adapt?: (row: Row) => Row;
};

/** What people store: backups and migrations copy it. */
export type StoredTable = CopiedTable & { kind: 'stored' };

/** What happens now: sessions, counters, the change feed. A migration copies it; a restored installation starts without. */
export type TransientTable = CopiedTable & { kind: 'transient' };

/** What describes this database and its nodes: uploads in progress, leases. It is never copied. */
export type LocalTable = Table & { kind: 'local' };

/** What is computed from other tables. It is never copied, but rebuilt after a restore or a migration. */
export type DerivedTable = Table & { kind: 'derived'; rebuild: (trx: Kysely<Tables>) => Promise<void> };

/** The tables in an order in which each comes after those that it refers to. Throws when they refer to each other in a circle. */
export function inReferenceOrder(tables: readonly TableDeclaration[]): TableDeclaration[] {
  const ordered: TableDeclaration[] = [];
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, references = [] }) =>
        !done.has(name) && references.every(({ table }) => table === name || done.has(table)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle, or to one that is not declared');
    ordered.push(...ready);
    for (const { name } of ready) done.add(name);
  }
  return ordered;
}
