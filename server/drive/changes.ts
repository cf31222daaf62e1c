import type { Transaction } from 'kysely';
import type { Change } from '#contract/changes.ts';
import type { Database } from '../database/open.ts';
import { databaseProblem } from '../database/problems.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { DriveError } from './drive-error.ts';
import { readEntries } from './records.ts';

/** A transaction that holds its account: writers of one account come one after the other. */
export type Write = { trx: Transaction<Tables>; changed(entryId: string): void };

export type Changes = ReturnType<typeof createChanges>;

const batchSize = 200;

/** The history of each account: written inside transactions, read after a revision, listeners woken after commit. */
export function createChanges({ db, now }: { db: Database; now: () => number }) {
  const listeners = new Map<string, Set<() => void>>();

  return {
    /**
     * Runs `work` in one transaction and records a change for each entry it names. Revisions rise by one, in commit
     * order, because the account's row stays locked from the first statement to the commit.
     */
    async write<Result>(actor: Actor, work: (write: Write) => Promise<Result>): Promise<Result> {
      const changedIds = new Set<string>();
      const result = await db
        .transaction()
        .execute(async (trx) => {
          await holdAccount(trx, actor);
          const outcome = await work({ trx, changed: (entryId) => changedIds.add(entryId) });
          await record(trx, actor, [...changedIds]);
          return outcome;
        })
        .catch((error: unknown) => {
          throw translate(error);
        });
      if (changedIds.size > 0) wake(actor.account);
      return result;
    },

    /** Number of the account's newest change; 0 when nothing ever happened. */
    revision,

    /**
     * The changes after a revision, oldest first, at most 200 at once, each with the entry as it is now.
     * Undefined when that revision is unknown here: pruned already, or never reached.
     */
    async after(actor: Actor, revisionSeen: number): Promise<Change[] | undefined> {
      const rows = await db
        .selectFrom('changes')
        .select(['revision', 'entry_id'])
        .where('account', '=', actor.account)
        .where('revision', '>', revisionSeen)
        .orderBy('revision')
        .limit(batchSize)
        .execute();
      const first = rows[0];
      if (first === undefined) return (await revision(actor)) === revisionSeen ? [] : undefined;
      if (first.revision !== revisionSeen + 1) return undefined;
      const entries = await readEntries(
        db,
        actor,
        rows.map((row) => row.entry_id),
      );
      return rows.map((row) => {
        const entry = entries.get(row.entry_id) ?? { folder: null, file: null };
        return { revision: row.revision, entryId: row.entry_id, ...entry };
      });
    },

    /** Calls the listener after each commit of the account; returns the way to stop that. */
    listen(actor: Actor, listener: () => void): () => void {
      const ofAccount = listeners.get(actor.account) ?? new Set();
      listeners.set(actor.account, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(actor.account);
      };
    },

    /** Forgets changes older than a moment; who comes back after longer reads everything again. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('changes').where('at', '<', before).execute();
    },
  };

  async function revision(actor: Actor): Promise<number> {
    const row = await db
      .selectFrom('accounts')
      .select('revision')
      .where('user_id', '=', actor.account)
      .executeTakeFirst();
    return row?.revision ?? 0;
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
    await trx.insertInto('changes').values(rows).execute();
  }

  function wake(account: string) {
    for (const listener of listeners.get(account) ?? []) listener();
  }
}

/** Locks the account's row until the end of the transaction, making it on first use. */
async function holdAccount(trx: Transaction<Tables>, actor: Actor) {
  await trx
    .insertInto('accounts')
    .values({ user_id: actor.account, revision: 0, used_bytes: 0, reserved_bytes: 0, quota_bytes: null })
    .onConflict((oc) => oc.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })))
    .execute();
}

function translate(error: unknown): unknown {
  const problem = databaseProblem(error);
  if (problem === 'full') return new DriveError('disk-full', { cause: error });
  if (problem === 'unreachable') return new DriveError('unavailable', { cause: error });
  if (problem === 'name-conflict') return new DriveError('name-taken', { cause: error });
  return error;
}
