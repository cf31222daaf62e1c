import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { maxEntries } from '#contract/limits.ts';
import { addContents, type Contents } from '#server/database/folder-contents.ts';
import { createKeyedQueue } from '#server/database/keyed-queue.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import { earlierVersions } from '#server/database/stored-sums.ts';
import type { Tables } from '#server/database/tables.ts';
import { conflictCodeOf } from '#server/errors/conflict-code.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import { createGains } from './gains.ts';
import type { Step } from './steps.ts';

/** A transaction that holds its account: writes of one account are serialized. */
export type Write = {
  trx: Transaction<Tables>;
  changed(entryId: string): void;
  /**
   * To be called with the number of entries that are inserted, negative for those that are deleted, and the number of versions
   * that files get beside their first.
   */
  counted(entries: number, versions?: number): void;
  /** To be called in order with each step that can be taken back; with an id it is an operation of its own. */
  did(step: Step, operationId?: string): void;
  /** The id of the operation by which all other steps can be taken back; null while there are none. */
  operationId(): string | null;
  /**
   * To be called with what a folder (null: Root; `trashId`: Trash) holds more of, negative for less, when an entry directly in it appears,
   * leaves, or becomes larger: the entry and what is live below it (`ownContents`).
   */
  gained(folderId: string | null, contents: Contents): void;
  /** Writes what was gained, for reads in this transaction; its end does so too. */
  settle(): Promise<void>;
};

type Deps = {
  db: Database;
  now: () => number;
  /** Called after each commit that changed something of an account. */
  onCommit: (account: string) => void;
};

export type Transactions = ReturnType<typeof createTransactions>;

/** The only way to write to accounts: each transaction records what it changed. */
export function createTransactions({ db, now, onCommit }: Deps) {
  const queue = createKeyedQueue();

  return {
    /**
     * Runs `work` in one transaction and records a change for each entry it names. Revisions increase by one, in commit
     * order, because the account's row stays locked from the first statement to the commit. Throws not-allowed in a
     * read-only scope, and too-many-entries. One account has one such transaction at a time in the database's queue, so that
     * many writes of one person hold up nobody else.
     */
    write: <Result>(scope: Scope, work: (write: Write) => Promise<Result>): Promise<Result> =>
      queue
        .run(scope.account, (working) =>
          writeTogether([scope], ([write]) => {
            working();
            return work(required(write, 'write of a scope'));
          }),
        )
        .catch((error: unknown) => {
          throw translate(error);
        }),

    /** The same for several accounts, each named once: one commit makes all of it durable. */
    writeTogether,
  };

  async function writeTogether<Result>(
    scopes: readonly Scope[],
    work: (writes: Write[]) => Promise<Result>,
  ): Promise<Result> {
    for (const scope of scopes) requireRight(scope, 'write');
    const accounts = scopes.map(writingTo);
    const result = await db
      .transaction()
      .execute(async (trx) => {
        await holdAccounts(trx, scopes);
        const writes = accounts.map(
          (account): Write => ({
            trx,
            changed: (entryId) => void account.changedIds.add(entryId),
            counted(entries, versions = 0) {
              account.added += entries;
              account.isGrowing ||= entries > 0 || versions > 0;
            },
            did: (step, operationId = account.operationId) => add(account.operations, operationId, step),
            operationId: () => (account.operations.has(account.operationId) ? account.operationId : null),
            gained: account.gains.add,
            settle: () => addContents(trx, account.scope.account, account.gains.take()),
          }),
        );
        const outcome = await work(writes);
        for (const { settle } of writes) await settle();
        for (const account of accounts) await record(trx, account);
        return outcome;
      })
      .catch((error: unknown) => {
        throw translate(error);
      });
    for (const { scope, changedIds } of accounts) if (changedIds.size > 0) onCommit(scope.account);
    return result;
  }

  async function record(trx: Transaction<Tables>, { scope: { account }, ...written }: Writing) {
    const { added, isGrowing, operations } = written;
    const entryIds = [...written.changedIds];
    const undoable = [...operations].map(([id, steps]) => ({ id, account, at: now(), steps: JSON.stringify(steps) }));
    for (const group of groupsOf(undoable)) await trx.insertInto('operations').values(group).execute();
    if (entryIds.length === 0 && added === 0) return;
    const {
      revision: newest,
      used_entries,
      quota_entries,
      earlier,
    } = await trx
      .updateTable('accounts')
      .set((eb) => ({
        revision: eb('revision', '+', entryIds.length),
        used_entries: eb('used_entries', '+', added),
      }))
      .where('user_id', '=', account)
      .returning(['revision', 'used_entries', 'quota_entries', earlierVersions.as('earlier')])
      .executeTakeFirstOrThrow();
    const max = quota_entries ?? maxEntries;
    if (isGrowing && used_entries + earlier > max) throw new KeepsakeError('too-many-entries', { data: { max } });
    const first = newest - entryIds.length + 1;
    const rows = entryIds.map((entry_id, i) => ({ account, revision: first + i, entry_id, at: now() }));
    for (const group of groupsOf(rows)) await trx.insertInto('changes').values(group).execute();
  }
}

function add(operations: Map<string, Step[]>, id: string, step: Step): void {
  const steps = operations.get(id);
  if (steps) steps.push(step);
  else operations.set(id, [step]);
}

/** What a transaction does to one account. */
type Writing = ReturnType<typeof writingTo>;

function writingTo(scope: Scope) {
  const operations = new Map<string, Step[]>();
  return {
    scope,
    changedIds: new Set<string>(),
    added: 0,
    isGrowing: false,
    gains: createGains(),
    operationId: uuidv7(),
    operations,
  };
}

/**
 * Locks the rows of the accounts until the end of the transaction, inserting them on first use. Always in the same order,
 * so that two transactions never deadlock.
 */
async function holdAccounts(trx: Transaction<Tables>, scopes: readonly Scope[]) {
  await trx
    .insertInto('accounts')
    .values(
      scopes
        .map(({ account }) => account)
        .toSorted()
        .map((user_id) => ({ user_id, revision: 0, used_bytes: 0, reserved_bytes: 0, used_entries: 0 })),
    )
    .onConflict((oc) => oc.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .execute();
}

function translate(error: unknown): unknown {
  const code = storageCodeOf(error) ?? conflictCodeOf(error);
  return code === undefined ? error : new KeepsakeError(code, { cause: error });
}
