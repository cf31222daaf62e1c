import type { Transaction } from 'kysely';
import { maxEntries, maxUnindexedChanges } from '#contract/limits.ts';
import { addContents, type Contents } from '#server/database/folder-contents.ts';
import { createKeyedQueue } from '#server/database/keyed-queue.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import { sideBySide } from '#server/database/statements/side-by-side.ts';
import { together } from '#server/database/statements/together.ts';
import { earlierVersions } from '#server/database/stored-sums.ts';
import type { Tables } from '#server/database/tables.ts';
import { conflictCodeOf } from '#server/errors/conflict-code.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import { beginIndex, indexTail } from '../name-index/index-names.ts';
import { createGains } from './gains.ts';
import { type HeldAccount, holdAccounts } from './hold-accounts.ts';
import type { Step } from './steps.ts';

/** A transaction that holds its account: writes of one account are serialized. */
export type Write = {
  trx: Transaction<Tables>;
  /** The row of the account. What does not wait for it is sent together with the statement that holds the account. */
  held(): Promise<HeldAccount>;
  /** Of an account without a quota of its own, in bytes; null for none (uploads/quota.ts). */
  defaultQuota: number | null;
  changed(entryId: string): void;
  /**
   * To be called with the number of entries that are inserted, negative for those that are deleted, and the number of versions
   * that files get beside their first, or lose, by the time the transaction ends.
   */
  counted(entries: number, versions?: number): void;
  /** To be called with the bytes that the account stores more, and that it has reserved more, negative for less. */
  used(bytes: number, reserved: number): void;
  /** To be called in order with each step that can be taken back; with an id it is an operation of its own. */
  did(step: Step, operationId?: string): void;
  /** The id of the operation by which all other steps can be taken back; null while there are none. */
  operationId(): string | null;
  /**
   * To be called with what a folder (null: Root; `trashId`: Trash) holds more of, negative for less, when an entry directly in it appears,
   * leaves, or becomes larger: the entry and what is live below it (`ownContents`).
   */
  gained(folderId: string | null, contents: Contents): void;
  /** A statement whose result nothing in this transaction needs: it is sent with those of its end. */
  atEnd(statement: () => Promise<unknown>): void;
  /** Writes what was gained, for reads in this transaction; its end does so too. */
  settle(): Promise<void>;
};

type Deps = {
  db: Database;
  now: () => number;
  /** The quota of accounts that have none of their own, in bytes. */
  defaultQuota?: () => number | null;
  /** Called after each commit that changed something of an account. */
  onCommit: (account: string) => void;
};

export type Transactions = ReturnType<typeof createTransactions>;

/** The only way to write to accounts: each transaction records what it changed. */
export function createTransactions({ db, now, defaultQuota = () => null, onCommit }: Deps) {
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
          writeTogether([scope], async ([first]) => {
            const write = required(first, 'write of a scope');
            write.held().then(working, () => {});
            return await work(write);
          }),
        )
        .catch((error: unknown) => {
          throw translate(error);
        }),

    /**
     * The same for several accounts, each named once: one commit makes all of it durable. `onWritten` is called when nothing but that
     * is left to be done.
     */
    writeTogether,
  };

  async function writeTogether<Result>(
    scopes: readonly Scope[],
    work: (writes: Write[]) => Promise<Result>,
    onWritten = () => {},
  ): Promise<Result> {
    for (const scope of scopes) requireRight(scope, 'write');
    const accounts = scopes.map(writingTo);
    const result = await db
      .transaction()
      .execute(async (begun) => {
        const trx = await sideBySide(begun);
        const holding = holdAccounts(trx, scopes);
        // Whoever needs the accounts hears of it, or the work fails because of it, which may be a turn later.
        holding.catch(() => {});
        const writes = accounts.map(
          (account): Write => ({
            trx,
            held: async () => required((await holding).get(account.scope.account), 'row of an account that is held'),
            defaultQuota: defaultQuota(),
            changed: (entryId) => void account.changedIds.add(entryId),
            counted(entries, versions = 0) {
              account.entries += entries;
              account.isGrowing ||= entries > 0 || versions > 0;
            },
            used(bytes, reserved) {
              account.bytes += bytes;
              account.reserved += reserved;
            },
            did: (step, operationId = account.operationId) => add(account.operations, operationId, step),
            operationId: () => (account.operations.has(account.operationId) ? account.operationId : null),
            gained: account.gains.add,
            atEnd: (statement) => void account.last.push(statement),
            settle: () => addContents(trx, account.scope.account, account.gains.take()),
          }),
        );
        const outcome = await work(writes).catch(async (error: unknown) => {
          // Unless the accounts are held, that is why.
          await holding;
          throw error;
        });
        for (const [i, write] of writes.entries()) await record(write, required(accounts[i], 'account of a write'));
        onWritten();
        return outcome;
      })
      .catch((error: unknown) => {
        throw translate(error);
      });
    for (const { scope, changedIds } of accounts) if (changedIds.size > 0) onCommit(scope.account);
    return result;
  }

  /** Writes the sums of a transaction at its end. */
  async function record({ trx, settle, ...write }: Write, written: Writing) {
    const { entries, bytes, reserved, isGrowing, operations, last } = written;
    const held = await write.held();
    const account = held.user_id;
    const max = held.quota_entries ?? maxEntries;
    const entryIds = [...written.changedIds];
    const undoable = [...operations].map(([id, steps]) => ({ id, account, at: now(), steps: JSON.stringify(steps) }));
    const changes = entryIds.map((entry_id, i) => ({
      account,
      revision: held.revision + 1 + i,
      entry_id,
      at: now(),
    }));
    const isFirst = held.used_entries === 0 && changes.length > 0;
    const rows = [
      ...last.map((statement) => statement()),
      settle(),
      ...[...groupsOf(undoable)].map((group) => trx.insertInto('operations').values(group).execute()),
      ...[...groupsOf(changes)].map((group) => trx.insertInto('changes').values(group).execute()),
    ];
    const sums = trx
      .updateTable('accounts')
      .set((eb) => ({
        revision: eb('revision', '+', changes.length),
        used_bytes: eb('used_bytes', '+', bytes),
        reserved_bytes: eb('reserved_bytes', '+', reserved),
        used_entries: eb('used_entries', '+', entries),
      }))
      .where('user_id', '=', account)
      // Not by the statement that waits for the account: a server of many nodes would show it the sums of before the wait.
      .returning(['used_entries', earlierVersions.as('earlier')])
      .executeTakeFirst();
    await together([...rows, sums, ...(isFirst ? [beginIndex(trx, held)] : [])]);
    const { used_entries: used, earlier } = (await sums) ?? { used_entries: 0, earlier: 0 };
    if (isGrowing && used + earlier > max) throw new KeepsakeError('too-many-entries', { data: { max } });
    const groupOf = (revision: number) => Math.floor(revision / maxUnindexedChanges);
    if (groupOf(held.revision + changes.length) > groupOf(held.revision)) await indexTail(trx, account);
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
    entries: 0,
    bytes: 0,
    reserved: 0,
    isGrowing: false,
    gains: createGains(),
    last: [] as (() => Promise<unknown>)[],
    operationId: newId(),
    operations,
  };
}

function translate(error: unknown): unknown {
  const code = storageCodeOf(error) ?? conflictCodeOf(error);
  return code === undefined ? error : new KeepsakeError(code, { cause: error });
}
