import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions, Write } from './transactions.ts';

/** Items that share one transaction at most. */
const groupSize = 64;

type Deps<Item, Outcome> = {
  transactions: Transactions;
  /** Transactions that may run side by side. */
  groupsAtOnce: number;
  /** Items with the same key go one after the other, each in a transaction of its own. */
  keyOf: (item: Item) => string;
  /** Does the items of one account, and returns what became of each. */
  work: (write: Write, scope: Scope, items: readonly Item[]) => Promise<Outcome[]>;
  /** Told of each transaction how many items it did and how long it took. */
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
 * Group commit: what comes at the same time, or while a transaction runs, shares the next one, so that many small things
 * cost few syncs of the disk. Nobody waits for others to come.
 */
export function createGroupCommit<Item, Outcome>(deps: Deps<Item, Outcome>) {
  const { transactions, groupsAtOnce, keyOf, work, onGroup } = deps;
  let waiting: Waiting<Item, Outcome>[] = [];
  /** An account is in one group at a time: its row is locked anyway. */
  const busyAccounts = new Set<string>();
  let running = 0;
  let isStarting = false;

  return {
    /** Resolves with what became of the item when that is durable. Rejects with what `work` throws, disk-full, unavailable. */
    add(scope: Scope, item: Item): Promise<Outcome> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      waiting.push({ scope, item, resolve, reject });
      startSoon();
      return promise;
    },
  };

  /** What arrived in the same turn of the event loop goes together. */
  function startSoon() {
    if (isStarting) return;
    isStarting = true;
    setImmediate(startGroups);
  }

  function startGroups() {
    isStarting = false;
    while (running < groupsAtOnce) {
      const group = takeGroup();
      if (group.length === 0) return;
      const accounts = group.map(({ scope }) => scope.account);
      for (const account of accounts) busyAccounts.add(account);
      running += 1;
      void doGroup(group).finally(() => {
        for (const account of accounts) busyAccounts.delete(account);
        running -= 1;
        startSoon();
      });
    }
  }

  /** The longest waiting ones, of each key only the first. */
  function takeGroup(): Waiting<Item, Outcome>[] {
    const group: Waiting<Item, Outcome>[] = [];
    const keys = new Set<string>();
    waiting = waiting.filter((one) => {
      const { account } = one.scope;
      const key = `${account}/${keyOf(one.item)}`;
      if (group.length >= groupSize || busyAccounts.has(account) || keys.has(key)) return true;
      keys.add(key);
      group.push(one);
      return false;
    });
    return group;
  }

  async function doGroup(group: Waiting<Item, Outcome>[]): Promise<void> {
    const begin = performance.now();
    try {
      const byAccount = [...Map.groupBy(group, ({ scope }) => scope.account).values()];
      const scopes = byAccount.map(([first]) => (first as Waiting<Item, Outcome>).scope);
      const outcomes = await transactions.writeTogether(scopes, async (writes) => {
        const all: Outcome[][] = [];
        for (const [i, write] of writes.entries()) {
          const items = (byAccount[i] ?? []).map(({ item }) => item);
          all.push(await work(write, required(scopes[i], 'scope of a group'), items));
        }
        return all;
      });
      onGroup?.(group.length, (performance.now() - begin) / 1000);
      for (const [i, ofAccount] of byAccount.entries())
        for (const [j, { resolve }] of ofAccount.entries()) resolve(outcomes[i]?.[j] as Outcome);
    } catch (error) {
      if (group.length === 1 || isOfAll(error)) for (const { reject } of group) reject(error);
      // One of them is at fault, and must not take the others with it.
      else for (const one of group) await doGroup([one]);
    }
  }
}

/** Whether the database itself is in trouble, so that nobody fares better alone. */
function isOfAll(error: unknown): boolean {
  return error instanceof KeepsakeError && (error.code === 'disk-full' || error.code === 'unavailable');
}
