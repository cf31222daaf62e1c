import type { Transaction } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * Who took the first step, the stored hash of their password then, if they have one, and whether what they showed confirms who
 * they are (accounts/confirmation).
 */
export type FirstStep = { account: string; passwordHash: string | undefined; isConfirmed: boolean };

/** Who a request is admitted as. */
export type Admitted = {
  account: string;
  /** Whether what was shown confirms who they are (accounts/confirmation). */
  isConfirmed: boolean;
  /** Whether the account's second step is still to be taken. */
  needsSecondStep?: boolean;
  /**
   * Uses up what was shown, in the transaction in which the session begins, until whose end the stored hash of the password
   * stays. Returns an error when it does not count any more.
   */
  use?: (trx: Transaction<Tables>, passwordHash: string | undefined) => Promise<ErrorCode | undefined>;
};
