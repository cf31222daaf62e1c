import type { Transaction } from 'kysely';
import type { Change } from '#contract/changes.ts';
import type { Entry } from '#contract/entries.ts';
import type { Actor } from '#server/accounts/principal.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Database } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { groupsOf, removeOlder } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import { troubleOf } from '#server/errors/storage-trouble.ts';
import { createSharedReads } from './single-flight.ts';

/** A transaction that holds its account: writers of one account come one after the other. */
export type Write = { trx: Transaction<Tables>; changed(entryId: string): void };

export type Changes = ReturnType<typeof createChanges>;

const batchSize = 200;

type Deps = {
  db: Database;
  signals: Signals;
  /** The records of those ids that are in the tree now (tree/records.ts). */
  readEntries: (db: Database, actor: Actor, ids: readonly string[]) => Promise<Map<string, Entry>>;
  now: () => number;
};

/** The history of each account: written inside transactions, read after a revision, listeners woken after commit. */
export function createChanges({ db, signals, readEntries, now }: Deps) {
  const listeners = new Map<string, Set<() => void>>();
  const sharedReads = createSharedReads<Change[] | undefined>();
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
    write: <Result>(actor: Actor, work: (write: Write) => Promise<Result>): Promise<Result> =>
      writeTogether([actor], ([write]) => work(write as Write)),

    /** The same for several accounts at once, each named once: one commit makes all of it durable. */
    writeTogether,

    /** Number of the account's newest change; 0 when nothing ever happened. */
    revision,

    /**
     * The changes after a revision, oldest first, at most 200 at once, each with the entry as it is now.
     * Undefined when that revision is unknown here: pruned already, or never reached.
     */
    after: (actor: Actor, revisionSeen: number): Promise<Change[] | undefined> =>
      // A read that began before somebody was woken may miss what they were woken for.
      sharedReads(`${actor.account} ${revisionSeen} ${wakes}`, () => readAfter(actor, revisionSeen)),

    /** Calls the listener after each commit of the account; returns the way to stop that. */
    listen(actor: Actor, listener: () => void): () => void {
      const ofAccount = listeners.get(actor.account) ?? new Set();
      listeners.set(actor.account, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(actor.account);
      };
    },

    /** Calls the listeners of the account on this node, since something else than its files is new. */
    wake: ({ account }: Actor): void => wake(account),

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
    actors: readonly Actor[],
    work: (writes: Write[]) => Promise<Result>,
  ): Promise<Result> {
    const changedIds = actors.map(() => new Set<string>());
    const result = await db
      .transaction()
      .execute(async (trx) => {
        await holdAccounts(trx, actors);
        const outcome = await work(changedIds.map((ids) => ({ trx, changed: (entryId) => ids.add(entryId) })));
        for (const [i, actor] of actors.entries()) await record(trx, actor, [...(changedIds[i] ?? [])]);
        return outcome;
      })
      .catch((error: unknown) => {
        throw translate(error);
      });
    for (const [i, { account }] of actors.entries()) {
      if (!changedIds[i]?.size) continue;
      wake(account);
      signals.send({ about: 'changes', account });
    }
    return result;
  }

  async function readAfter(actor: Actor, revisionSeen: number): Promise<Change[] | undefined> {
    let rows = await rowsAfter(actor, revisionSeen);
    if (rows.length === 0) {
      if ((await revision(actor)) === revisionSeen) return [];
      // Something may have happened between the two looks.
      rows = await rowsAfter(actor, revisionSeen);
    }
    if (rows[0]?.revision !== revisionSeen + 1) return undefined;
    const entries = await readEntries(
      db,
      actor,
      rows.map((row) => row.entry_id),
    );
    return rows.map((row) => {
      const entry = entries.get(row.entry_id) ?? { folder: null, file: null };
      return { revision: row.revision, entryId: row.entry_id, ...entry };
    });
  }

  async function revision(actor: Actor): Promise<number> {
    const row = await db
      .selectFrom('accounts')
      .select('revision')
      .where('user_id', '=', actor.account)
      .executeTakeFirst();
    return row?.revision ?? 0;
  }

  function rowsAfter(actor: Actor, revisionSeen: number) {
    return db
      .selectFrom('changes')
      .select(['revision', 'entry_id'])
      .where('account', '=', actor.account)
      .where('revision', '>', revisionSeen)
      .orderBy('revision')
      .limit(batchSize)
      .execute();
  }

  async function record(trx: Transaction<Tables>, actor: Actor, entryIds: string[]) {
    if (entryIds.length === 0) return;
    const { revision: newest } = await trx
      .updateTable('accounts')
      .set((eb) => ({ revision: eb('revision', '+', entryIds.length) }))
      .where('user_id', '=', actor.account)
      .returning('revision')
      .executeTakeFirstOrThrow();
    const first = newest - entryIds.length + 1;
    const rows = entryIds.map((entry_id, i) => ({ account: actor.account, revision: first + i, entry_id, at: now() }));
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
async function holdAccounts(trx: Transaction<Tables>, actors: readonly Actor[]) {
  await trx
    .insertInto('accounts')
    .values(
      actors
        .map(({ account }) => account)
        .toSorted()
        .map((user_id) => ({ user_id, revision: 0, used_bytes: 0, reserved_bytes: 0, quota_bytes: null })),
    )
    .onConflict((oc) => oc.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .execute();
}

function translate(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (trouble !== undefined) return new DriveError(trouble, { cause: error });
  if (databaseProblem(error) === 'name-conflict') return new DriveError('name-taken', { cause: error });
  return error;
}
