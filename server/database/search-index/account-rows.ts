import { type RawBuilder, sql } from 'kysely';

/** Rows that an account can have. */
export const rowsPerAccount = 2 ** 32;

/** The rows of an account, by its number: from the first one on, and before the other. */
export function rowsOfAccount(number: number): { from: number; before: number } {
  return { from: number * rowsPerAccount, before: (number + 1) * rowsPerAccount };
}

/** A row as a parameter: numbers beyond 32 bits reach SQLite as floating-point numbers, which its index of grams does not take for rows. */
export function bigint(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}
