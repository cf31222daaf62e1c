import type { Change, Holding } from '#contract/records/changes.ts';
import type { Entry } from '#contract/records/entries.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import { revisionOf } from './revision.ts';
import { createSingleFlight } from './single-flight.ts';
import { withinAnswer } from './within-answer.ts';

const batchSize = 200;

type Deps = {
  db: Database;
  signals: Signals;
  /** The records of the live entries among those ids (tree/records.ts). */
  readEntries: (db: Database, scope: Scope, ids: readonly string[]) => Promise<Map<string, Entry>>;
  /** What the folders hold that are above each of them and above none before it (tree/folders-above.ts). */
  readAbove: (db: Database, scope: Scope, ids: readonly string[]) => Promise<Map<string, Holding[]>>;
};

/** Changes, oldest first, and whether more of them may have been made when they were read. */
export type News = { changes: Change[]; isMore: boolean };

export type Feed = ReturnType<typeof createFeed>;

/** The changes of each account, read after a revision; listeners are woken after each commit. */
export function createFeed({ db, signals, readEntries, readAbove }: Deps) {
  const listeners = new Map<string, Set<() => void>>();
  const singleFlight = createSingleFlight<News | undefined>();
  let wakes = 0;
  signals.listen((signal) => {
    // A stream checks its session whenever it is woken.
    if (signal === undefined) for (const account of listeners.keys()) wake(account);
    else if (signal.about !== 'transfers') wake(signal.account);
  });

  return {
    /** Number of the account's newest change; 0 before the first one. */
    revision: (scope: Scope): Promise<number> => revisionOf(db, scope),

    /**
     * The changes after a revision, oldest first, at most 200, each with the entry in its current state. Undefined if the
     * listener has to read everything again: the revision is unknown (pruned, or never reached), or the scope begins below
     * Root and an entry changed that is not in it and may have left it.
     */
    after: (scope: Scope, revisionSeen: number): Promise<News | undefined> =>
      // A read that began before a wake-up may miss the change that caused it.
      singleFlight(`${scope.account} ${scope.root} ${revisionSeen} ${wakes}`, () => readAfter(scope, revisionSeen)),

    /** Calls the listener after each commit of the account; returns the function that unsubscribes it. */
    listen({ account }: Scope, listener: () => void): () => void {
      const ofAccount = listeners.get(account) ?? new Set();
      listeners.set(account, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(account);
      };
    },

    /** Calls the listeners of an account on this node. */
    wake,

    /** Calls the listeners of an account on all nodes, after a commit. */
    announce(account: string): void {
      wake(account);
      signals.send({ about: 'changes', account });
    },
  };

  async function readAfter(scope: Scope, revisionSeen: number): Promise<News | undefined> {
    let rows = await rowsAfter(scope, revisionSeen);
    if (rows.length === 0) {
      if ((await revisionOf(db, scope)) === revisionSeen) return { changes: [], isMore: false };
      // A change may have been committed between the two reads.
      rows = await rowsAfter(scope, revisionSeen);
    }
    if (rows[0]?.revision !== revisionSeen + 1) return undefined;
    const ids = rows.map((row) => row.entry_id);
    const entries = await readEntries(db, scope, ids);
    if (scope.root !== null && ids.some((id) => !entries.has(id))) return undefined;
    // A client may have read a folder between two of the changes: what it holds now comes with the last one below it.
    const above = await readAbove(db, scope, ids.toReversed());
    const lastOf = new Map(rows.map((row) => [row.entry_id, row.revision]));
    const changes = withinAnswer(rows, ({ revision, entry_id: entryId }): Change => {
      const entry = entries.get(entryId) ?? { folder: null, file: null };
      const own = lastOf.get(entryId) === revision ? (above.get(entryId) ?? []) : [];
      return { revision, entryId, ...entry, ...(own.length > 0 && { above: own }) };
    });
    return { changes, isMore: changes.length < rows.length || rows.length === batchSize };
  }

  function rowsAfter({ account }: Scope, revisionSeen: number) {
    return db
      .selectFrom('changes')
      .select(['revision', 'entry_id'])
      .where('account', '=', account)
      .where('revision', '>', revisionSeen)
      .orderBy('revision')
      .limit(batchSize)
      .execute();
  }

  function wake(account: string) {
    wakes += 1;
    for (const listener of listeners.get(account) ?? []) listener();
  }
}
