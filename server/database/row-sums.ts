import { createHash } from 'node:crypto';
import type { Row } from './rows.ts';

/** The number of rows of a table and a checksum of them: the same on every engine, in any order. */
export type TableSum = { rows: number; sum: string };

/** Adds up rows as `readRows` gives them. */
export function createTableSum() {
  const sum = Buffer.alloc(32);
  let count = 0;
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        const digest = createHash('sha256').update(textOf(row)).digest();
        for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) ^ (digest[i] ?? 0);
      }
      count += rows.length;
    },
    total: (): TableSum => ({ rows: count, sum: sum.toString('hex') }),
  };
}

/** A boolean is 0 or 1 where an engine has no type for it; columns may be in another order on another engine. */
function textOf(row: Row): string {
  const columns = Object.keys(row).toSorted();
  return JSON.stringify(
    columns.map((column) => [column, typeof row[column] === 'boolean' ? Number(row[column]) : row[column]]),
  );
}
