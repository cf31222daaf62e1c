import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import { isSameScope, type Scope } from '../access/scope.ts';
import { inTurn } from './in-turn.ts';
import type { Transactions, Write } from './transactions.ts';

/** The most items in one transaction. */
const groupSize = 64;

type Deps<Item, Outcome> = {
  transactions: Transactions;
  /** Transactions that may run concurrently; while one is committed the next may begin. */
  groupsAtOnce: number;
  /** Items with the same key are processed in order, each in a transaction of its own. */
  keyOf: (item: Item) => string;
  /**
   * Does what items of one scope need before the transaction, since others wait for that. What it returns processes them inside it,
   * and returns their outcomes in the same order.
   */
  prepare: (scope: Scope, items: readonly Item[]) => Promise<(write: Write) => Promise<Outcome[]>>;
  /** Called for each transaction with its number of items and its duration. */
  onGroup?: ((items: number, seconds: number) => void) | undefined;
};

type Waiting<Item, Outcome> = {
  scope: Scope;
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

export type GroupCommit<Item, Outcome> = ReturnType<typeof createGroupCommit<Item, Outcome>>;

/**
 * Group commit: items that arrive at the same time, or while a transaction runs, share the next one, so that many small
 * items cost few syncs of the disk. No item waits for others to arrive.
 */
export function createGroupCommit<Item, Outcome>(deps: Deps<Item, Outcome>) {
  const { transactions, groupsAtOnce, keyOf, prepare, onGroup } = deps;
  let waiting: Waiting<Item, Outcome>[] = [];
  /** Groups of which more than the commit is left to be done. An account is in one of them: its row is locked anyway. */
  const running = new Set<readonly Waiting<Item, Outcome>[]>();
  let isStarting = false;

  return {
    /**
     * Resolves with the outcome of the item once it is durable. Rejects with what `prepare` and its work throw, disk-full,
     * unavailable.
     */
    add(scope: Scope, item: Item): Promise<Outcome> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      waiting.push({ scope, item, resolve, reject });
      startSoon();
      return promise;
    },
  };

  /** Items that arrive in the same turn of the event loop share a transaction. */
  function startSoon() {
    if (isStarting) return;
    isStarting = true;
    setImmediate(startGroups);
  }

  function startGroups() {
    isStarting = false;
    while (running.size < groupsAtOnce) {
      const group = takeGroup();
      if (group.length === 0) return;
      running.add(group);
      const over = () => {
        if (running.delete(group)) startSoon();
      };
      void runGroup(group, over).finally(over);
    }
  }

  /** Items of the accounts in turn, so that those who send many hold up nobody else. */
  function takeGroup(): Waiting<Item, Outcome>[] {
    const busy = new Set([...running].flat().map(({ scope }) => scope.account));
    const free = waiting.filter(({ scope }) => !busy.has(scope.account));
    const lines = [...Map.groupBy(free, ({ scope }) => scope.account).values()].map(takeLine);
    const group = inTurn(lines).slice(0, groupSize);
    const taken = new Set(group);
    waiting = waiting.filter((one) => !taken.has(one));
    return group;
  }

  /**
   * The items of an account that have waited longest, only the first of each key. They are of one scope: what one of them may
   * do, the others may not.
   */
  function takeLine(ofAccount: readonly Waiting<Item, Outcome>[]): Waiting<Item, Outcome>[] {
    const [first] = ofAccount;
    const keys = new Set<string>();
    return ofAccount.filter(({ scope, item }) => {
      const key = keyOf(item);
      if (first === undefined || !isSameScope(first.scope, scope) || keys.has(key)) return false;
      keys.add(key);
      return keys.size <= groupSize;
    });
  }

  /** `onWritten` is called when only the commit is left to be done. */
  async function runGroup(group: Waiting<Item, Outcome>[], onWritten: () => void): Promise<void> {
    const begin = performance.now();
    try {
      const byAccount = [...Map.groupBy(group, ({ scope }) => scope.account).values()];
      const scopes = byAccount.map(([first]) => required(first, 'item of a group').scope);
      const works = await Promise.all(
        byAccount.map((line, i) => {
          const items = line.map(({ item }) => item);
          return prepare(required(scopes[i], 'scope of a group'), items);
        }),
      );
      const outcomes = await transactions.writeTogether(
        scopes,
        async (writes) => {
          const all: [Waiting<Item, Outcome>, Outcome][] = [];
          for (const [i, write] of writes.entries()) {
            const ofAccount = required(byAccount[i], 'items of an account');
            const done = await required(works[i], 'work of a group')(write);
            if (done.length !== ofAccount.length) throw new Error('There is one outcome for each item');
            for (const [j, outcome] of done.entries())
              all.push([required(ofAccount[j], 'item of an outcome'), outcome]);
          }
          return all;
        },
        onWritten,
      );
      onGroup?.(group.length, (performance.now() - begin) / 1000);
      for (const [{ resolve }, outcome] of outcomes) resolve(outcome);
    } catch (error) {
      if (group.length === 1 || isStorageFailure(error)) for (const { reject } of group) reject(error);
      // One item caused the error and must not make the others fail.
      else for (const one of group) await runGroup([one], () => {});
    }
  }
}

/** Whether the database itself failed, so that a smaller group would fail as well. */
function isStorageFailure(error: unknown): boolean {
  return error instanceof KeepsakeError && (error.code === 'disk-full' || error.code === 'unavailable');
}
