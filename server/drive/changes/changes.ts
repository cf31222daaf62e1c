import type { Transaction } from 'kysely';
import type { Change } from '#contract/changes.ts';
import type { Entry } from '#contract/entries.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf, removeOlder } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { conflictCodeOf } from '#server/errors/conflict-code.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { storageTroubleOf } from '#server/errors/storage-trouble.ts';
import { createSingleFlight } from './single-flight.ts';

/** A transaction that holds its account: writers of one account come one after the other. */
export type Write = { trx: Transaction<Tables>; changed(entryId: string): void };

export type Changes = ReturnType<typeof createChanges>;

const batchSize = 200;

type Deps = {
  db: Database;
  signals: Signals;
  /** The records of those ids that are in the tree now (tree/records.ts). */
  readEntries: (db: Database, principal: Principal, ids: readonly string[]) => Promise<Map<string, Entry>>;
  now: () => number;
};

/** The history of each account: written inside transactions, read after a revision, listeners woken after commit. */
export function createChanges({ db, signals, readEntries, now }: Deps) {
  const listeners = new Map<string, Set<() => void>>();
  const singleFlight = createSingleFlight<Change[] | undefined>();
  let wakes = 0;
  signals.listen((signal) => {
    // A stream looks whether its session still holds whenever it is woken.
    if (signal === undefined) for (const account of listeners.keys()) wake(account);
    else if (signal.about !== 'transfers') wake(signal.account);
  });

  return {
    /**
     * Runs `work` in one transaction and records a change for each entry it names. Revisions rise by one, in commit
     * order, because the account's row stays locked from the first statement to the commit.
     */
    write: <Result>(principal: Principal, work: (write: Write) => Promise<Result>): Promise<Result> =>
      writeTogether([principal], ([write]) => work(write as Write)),

    /** The same for several accounts at once, each named once: one commit makes all of it durable. */
    writeTogether,

    /** Number of the account's newest change; 0 when nothing ever happened. */
    revision,

    /**
     * The changes after a revision, oldest first, at most 200 at once, each with the entry as it is now.
     * Undefined when that revision is unknown here: pruned already, or never reached.
     */
    after: (principal: Principal, revisionSeen: number): Promise<Change[] | undefined> =>
      // A read that began before somebody was woken may miss what they were woken for.
      singleFlight(`${principal.account} ${revisionSeen} ${wakes}`, () => readAfter(principal, revisionSeen)),

    /** Calls the listener after each commit of the account; returns the way to stop that. */
    listen(principal: Principal, listener: () => void): () => void {
      const ofAccount = listeners.get(principal.account) ?? new Set();
      listeners.set(principal.account, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(principal.account);
      };
    },

    /** Calls the listeners of the account on this node, since something else than its files is new. */
    wake: ({ account }: Principal): void => wake(account),

    /** Forgets changes older than a moment; who comes back after longer reads everything again. */
    async prune(before: number): Promise<void> {
      await removeOlder(before, {
        ageAt: async (count) =>
          (await db.selectFrom('changes').select('at').orderBy('at').offset(count).limit(1).executeTakeFirst())?.at,
        removeUpTo: (age) => db.deleteFrom('changes').where('at', '<=', age).execute(),
      });
    },
  };

  async function writeTogether<Result>(
    principals: readonly Principal[],
    work: (writes: Write[]) => Promise<Result>,
  ): Promise<Result> {
    const changedIds = principals.map(() => new Set<string>());
    const result = await db
      .transaction()
      .execute(async (trx) => {
        await holdAccounts(trx, principals);
        const outcome = await work(changedIds.map((ids) => ({ trx, changed: (entryId) => ids.add(entryId) })));
        for (const [i, principal] of principals.entries()) await record(trx, principal, [...(changedIds[i] ?? [])]);
        return outcome;
      })
      .catch((error: unknown) => {
        throw translate(error);
      });
    for (const [i, { account }] of principals.entries()) {
      if (!changedIds[i]?.size) continue;
      wake(account);
      signals.send({ about: 'changes', account });
    }
    return result;
  }

  async function readAfter(principal: Principal, revisionSeen: number): Promise<Change[] | undefined> {
    let rows = await rowsAfter(principal, revisionSeen);
    if (rows.length === 0) {
      if ((await revision(principal)) === revisionSeen) return [];
      // Something may have happened between the two looks.
      rows = await rowsAfter(principal, revisionSeen);
    }
    if (rows[0]?.revision !== revisionSeen + 1) return undefined;
    const entries = await readEntries(
      db,
      principal,
      rows.map((row) => row.entry_id),
    );
    return rows.map((row) => {
      const entry = entries.get(row.entry_id) ?? { folder: null, file: null };
      return { revision: row.revision, entryId: row.entry_id, ...entry };
    });
  }

  async function revision(principal: Principal): Promise<number> {
    const row = await db
      .selectFrom('accounts')
      .select('revision')
      .where('user_id', '=', principal.account)
      .executeTakeFirst();
    return row?.revision ?? 0;
  }

  function rowsAfter(principal: Principal, revisionSeen: number) {
    return db
      .selectFrom('changes')
      .select(['revision', 'entry_id'])
      .where('account', '=', principal.account)
      .where('revision', '>', revisionSeen)
      .orderBy('revision')
      .limit(batchSize)
      .execute();
  }

  async function record(trx: Transaction<Tables>, principal: Principal, entryIds: string[]) {
    if (entryIds.length === 0) return;
    const { revision: newest } = await trx
      .updateTable('accounts')
      .set((eb) => ({ revision: eb('revision', '+', entryIds.length) }))
      .where('user_id', '=', principal.account)
      .returning('revision')
      .executeTakeFirstOrThrow();
    const first = newest - entryIds.length + 1;
    const rows = entryIds.map((entry_id, i) => ({
      account: principal.account,
      revision: first + i,
      entry_id,
      at: now(),
    }));
    for (const group of groupsOf(rows)) await trx.insertInto('changes').values(group).execute();
  }

  function wake(account: string) {
    wakes += 1;
    for (const listener of listeners.get(account) ?? []) listener();
  }
}

/**
 * Locks the rows of the accounts until the end of the transaction, making them on first use. Always in the same order, so
 * that two transactions never wait for each other.
 */
async function holdAccounts(trx: Transaction<Tables>, principals: readonly Principal[]) {
  await trx
    .insertInto('accounts')
    .values(
      principals
        .map(({ account }) => account)
        .toSorted()
        .map((user_id) => ({ user_id, revision: 0, used_bytes: 0, reserved_bytes: 0, quota_bytes: null })),
    )
    .onConflict((oc) => oc.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .execute();
}

function translate(error: unknown): unknown {
  const code = storageTroubleOf(error) ?? conflictCodeOf(error);
  return code === undefined ? error : new KeepsakeError(code, { cause: error });
}
