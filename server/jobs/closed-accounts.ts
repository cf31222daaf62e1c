import { sql } from 'kysely';
import { forgetRecipient } from '#server/accounts/people/hand-overs.ts';
import { beginDeletions } from '#server/accounts/people/waiting.ts';
import { accountTables } from '#server/accounts/tables.ts';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Database } from '#server/database/open.ts';
import { deleteOwned } from '#server/database/owned-rows.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { TableDeclaration } from '#server/database/table-declaration.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { driveTables } from '#server/drive/tables.ts';
import type { Purge } from '#server/drive/trash/purge.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { integrityTables } from '#server/integrity/tables.ts';

/** Accounts that are deleted in one run, one after the other. */
const maxDeleted = 10;

const ownedTables = [...accountTables, ...integrityTables, ...driveTables];

/** Whoever logged in to keep it was too late; what unpacks an archive stops without its row. */
const isFirst = ({ name }: TableDeclaration) => name === 'session' || name === 'unpackings';
/** Who it is stays to the end: what interrupts the deletion leaves it to be found again. */
const isNotLast = ({ name }: TableDeclaration) => name !== 'people' && name !== 'user';

type Deps = {
  db: Database;
  purge: Pick<Purge, 'everything'>;
  uploads: Pick<Uploads, 'discard'>;
  /** Gives the files to whom they were promised; returns whether nothing is left to be done (hand-over-job.ts). */
  handOver: (account: string) => Promise<boolean>;
  /** Called after all that gives access to an account ended. */
  onAccessEnd: (account: string) => void;
  /** A time for what cannot be undone (clock.ts); undefined while there is none. */
  settled: () => number | undefined;
  /** Called with the id of an account that is gone. */
  onDeleted: (account: string) => void;
  report: (problem: string, error: unknown) => void;
};

/**
 * Deletes the accounts that were closed long enough ago, with all bytes, a little at a time, when whoever was to get their files
 * has them. Killed at any moment, it goes on at the next run. The address is free when all is gone.
 */
export function createClosedAccounts({ db, purge, uploads, handOver, onAccessEnd, settled, onDeleted, report }: Deps) {
  /** Those that could not be deleted come again after all others. */
  let last = '';

  return async (): Promise<void> => {
    const at = settled();
    if (at === undefined) return;
    const accounts = await beginDeletions(db, at, { after: last, limit: maxDeleted });
    for (const account of accounts) {
      try {
        if (!(await handOver(account))) continue;
        await deleteAccount(account);
        onDeleted(account);
      } catch (error) {
        report(`Could not delete account ${account}`, error);
      }
    }
    last = accounts.length < maxDeleted ? '' : (accounts.at(-1) ?? '');
  };

  async function deleteAccount(account: string): Promise<void> {
    const scope = systemScope(account);
    await deleteOwned(db, ownedTables.filter(isFirst), account);
    onAccessEnd(account);
    const open = db.selectFrom('uploads').select('id').where('account', '=', account).limit(rowsAtOnce);
    for (let rows = await open.execute(); rows.length > 0; rows = await open.execute())
      for (const { id } of rows) await uploads.discard(scope, id).catch(ignoreMissing);
    await purge.everything(scope);
    await deleteOwned(db, ownedTables.filter(isNotLast), account);
    // Also what a log-in wrote that came in between. What else is noted of the person finds nobody any more.
    await db.transaction().execute(async (trx) => {
      if (isOnServer(trx)) await sql`select id from "user" where id = ${account} for update`.execute(trx);
      await forgetRecipient(trx, account);
      await deleteOwned(trx, accountTables, account);
    });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof KeepsakeError && error.code === 'upload-not-found')) throw error;
}
