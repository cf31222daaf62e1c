import type { Kysely, Transaction } from 'kysely';
import { earlierVersions } from '#server/database/stored-sums.ts';
import type { AccountRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** The row of an account when a transaction began; nobody else changes it until that ends. */
export type HeldAccount = Pick<
  AccountRow,
  'user_id' | 'revision' | 'used_bytes' | 'reserved_bytes' | 'quota_bytes' | 'used_entries' | 'quota_entries'
> & {
  /** Versions beside the current ones of its files. */
  earlier: number;
};

/**
 * Locks the rows of the accounts until the end of the transaction, inserting them on first use, and returns them by their
 * ids. Always in the same order, so that two transactions never deadlock.
 */
export async function holdAccounts(
  trx: Transaction<Tables>,
  scopes: readonly Scope[],
): Promise<ReadonlyMap<string, HeldAccount>> {
  const rows = await lock(trx, scopes).execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** The statement that locks them. */
export function lock(db: Kysely<Tables>, scopes: readonly Scope[]) {
  return (
    db
      .insertInto('accounts')
      .values(
        scopes
          .map(({ account }) => account)
          .toSorted()
          .map((user_id) => ({ user_id, revision: 0, used_bytes: 0, reserved_bytes: 0, used_entries: 0 })),
      )
      // Not its key: for that, an engine may look at every row that refers to it.
      .onConflict((oc) => oc.column('user_id').doUpdateSet((eb) => ({ revision: eb.ref('accounts.revision') })))
      .returning([
        'user_id',
        'revision',
        'used_bytes',
        'reserved_bytes',
        'quota_bytes',
        'used_entries',
        'quota_entries',
        earlierVersions.as('earlier'),
      ])
  );
}
