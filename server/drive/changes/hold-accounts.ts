import type { Kysely, Transaction } from 'kysely';
import { together } from '#server/database/statements/together.ts';
import type { AccountRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** The row of an account when a transaction began; nobody else changes it until that ends. */
export type HeldAccount = Pick<
  AccountRow,
  'user_id' | 'revision' | 'used_bytes' | 'reserved_bytes' | 'quota_bytes' | 'used_entries' | 'quota_entries'
>;

const columns = [
  'user_id',
  'revision',
  'used_bytes',
  'reserved_bytes',
  'quota_bytes',
  'used_entries',
  'quota_entries',
] as const;

const nothing = {
  revision: 0,
  used_bytes: 0,
  reserved_bytes: 0,
  quota_bytes: null,
  used_entries: 0,
  quota_entries: null,
};

/**
 * Locks the rows of the accounts until the end of the transaction, and returns them by their ids. A person's is inserted on first
 * use; for the server's own work one that is gone stays gone, and counts as empty. Always in the same order, so that two
 * transactions never deadlock.
 */
export async function holdAccounts(
  trx: Transaction<Tables>,
  scopes: readonly Scope[],
): Promise<ReadonlyMap<string, HeldAccount>> {
  if (!scopes.some(({ isSystem }) => isSystem)) return byId(await lock(trx, scopes).execute());
  const inOrder = scopes.toSorted((one, other) => (one.account < other.account ? -1 : 1));
  // All of them are sent before the first is answered, since what the work reads is sent next.
  const rows = inOrder.map(
    async (scope) => (await lockOne(trx, scope).executeTakeFirst()) ?? { user_id: scope.account, ...nothing },
  );
  return byId(await together(rows));
}

function byId(rows: readonly HeldAccount[]): ReadonlyMap<string, HeldAccount> {
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** The statement that locks rows of persons. */
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
      .returning(columns)
  );
}

function lockOne(db: Kysely<Tables>, scope: Scope) {
  if (!scope.isSystem) return lock(db, [scope]);
  return db
    .updateTable('accounts')
    .set((eb) => ({ revision: eb.ref('accounts.revision') }))
    .where('user_id', '=', scope.account)
    .returning(columns);
}
