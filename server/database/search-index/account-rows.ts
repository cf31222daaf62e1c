/** Rows that an account can have. */
export const rowsPerAccount = 2 ** 32;

/** The rows of an account, by its number: from the first one on, and before the other. */
export function rowsOfAccount(number: number): { from: number; before: number } {
  return { from: number * rowsPerAccount, before: (number + 1) * rowsPerAccount };
}
