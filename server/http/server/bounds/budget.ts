import { heldWaitSeconds } from '#contract/limits.ts';
import type { KeepsakeError } from '#server/errors/keepsake-error.ts';

type Limits = {
  /** What all clients may hold together. */
  max: number;
  /** What one client may hold; a wider network of it may hold a multiple. */
  maxByClient: number;
  /** What each client may hold whatever others do, beside a first part of any size. */
  assured?: number;
  /** How long somebody may wait, in milliseconds. */
  waitMs?: number;
  /** The error after that wait. */
  refuse: () => KeepsakeError;
};

/** Who sends, by all that is counted: an account, or the networks of an address, the narrowest first. */
export type Sender = readonly { name: string; factor: number }[];

type Wanted = { sender: Sender; amount: number };
type Waiting = Wanted & { begin: () => void };

export type Budget = ReturnType<typeof createBudget>;

/**
 * Bounds what clients hold of something at the same time. What does not fit waits, in the order of arrival as far as it fits. An
 * account or network of which nothing is held never waits, so that what others left unfinished locks nobody out.
 */
export function createBudget({ max, maxByClient, assured = 0, waitMs = heldWaitSeconds * 1000, refuse }: Limits) {
  const amounts = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let held = 0;

  return {
    /** Runs `work` while the amount is held; no more than a client's share. Throws the refusal after the wait. */
    async hold<T>(sender: Sender, amount: number, work: () => Promise<T>): Promise<T> {
      const free = await take(sender, amount);
      try {
        return await work();
      } finally {
        free();
      }
    },
    /** Holds the amount until the function that is returned is called, once; for the rest like `hold`. */
    take,
  };

  async function take(sender: Sender, amount: number): Promise<() => void> {
    const wanted = { sender, amount: Math.min(amount, maxByClient) };
    await admit(wanted);
    return () => release(wanted);
  }

  async function admit(wanted: Wanted): Promise<void> {
    if (fits(wanted)) return add(wanted.sender, wanted.amount);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...wanted, begin: resolve };
    const timer = setTimeout(() => {
      waiting.delete(entry);
      reject(refuse());
    }, waitMs);
    waiting.add(entry);
    await promise.finally(() => clearTimeout(timer));
  }

  function release({ sender, amount }: Wanted): void {
    add(sender, -amount);
    for (const entry of waiting) {
      if (!fits(entry)) continue;
      waiting.delete(entry);
      add(entry.sender, entry.amount);
      entry.begin();
    }
  }

  function fits({ sender, amount }: Wanted): boolean {
    const heldBy = (name: string) => amounts.get(name) ?? 0;
    const few = Math.min(assured, maxByClient);
    if (sender.every(({ name }) => heldBy(name) === 0 || heldBy(name) + amount <= few)) return true;
    const isWithinShares = sender.every(({ name, factor }) => heldBy(name) + amount <= factor * maxByClient);
    return isWithinShares && held + amount <= max;
  }

  function add(sender: Sender, amount: number): void {
    held += amount;
    for (const { name } of sender) {
      const left = (amounts.get(name) ?? 0) + amount;
      if (left <= 0) amounts.delete(name);
      else amounts.set(name, left);
    }
  }
}

export function senderOf(account: string): Sender {
  return [{ name: account, factor: 1 }];
}
