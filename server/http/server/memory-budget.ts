import { heldWaitSeconds } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

type Limits = {
  /** All reservations together, in bytes. */
  maxBytes: number;
  /** Those of one client, in bytes; a wider network of it may hold a multiple. */
  maxBytesByClient: number;
  /** How long a reservation may wait, in milliseconds. */
  waitMs?: number;
};

/** Who sends, by all that is counted: an account, or the networks of an address, the narrowest first. */
export type Sender = readonly { name: string; factor: number }[];

type Wanted = { sender: Sender; bytes: number };
type Waiting = Wanted & { begin: () => void };

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/**
 * Bounds the memory for what clients send. What does not fit waits, in the order of arrival as far as it fits. An account or
 * network of which nothing is held never waits, so that what others left unfinished locks nobody out.
 */
export function createMemoryBudget({ maxBytes, maxBytesByClient, waitMs = heldWaitSeconds * 1000 }: Limits) {
  const reservedBy = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let reserved = 0;

  return {
    /** Runs `work` while the bytes are reserved; no more than a client's share. Throws unavailable after the wait. */
    async hold<T>(sender: Sender, bytes: number, work: () => Promise<T>): Promise<T> {
      const wanted = { sender, bytes: Math.min(bytes, maxBytesByClient) };
      await reserve(wanted);
      try {
        return await work();
      } finally {
        release(wanted);
      }
    },
  };

  async function reserve(wanted: Wanted): Promise<void> {
    if (fits(wanted)) return add(wanted.sender, wanted.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...wanted, begin: resolve };
    const timer = setTimeout(() => {
      waiting.delete(entry);
      reject(new KeepsakeError('unavailable', { data: { maxBytes, maxBytesByClient } }));
    }, waitMs);
    waiting.add(entry);
    await promise.finally(() => clearTimeout(timer));
  }

  function release({ sender, bytes }: Wanted): void {
    add(sender, -bytes);
    for (const entry of waiting) {
      if (!fits(entry)) continue;
      waiting.delete(entry);
      add(entry.sender, entry.bytes);
      entry.begin();
    }
  }

  function fits({ sender, bytes }: Wanted): boolean {
    const heldBy = (name: string) => reservedBy.get(name) ?? 0;
    if (sender.every(({ name }) => heldBy(name) === 0)) return true;
    const isWithinShares = sender.every(({ name, factor }) => heldBy(name) + bytes <= factor * maxBytesByClient);
    return isWithinShares && reserved + bytes <= maxBytes;
  }

  function add(sender: Sender, bytes: number): void {
    reserved += bytes;
    for (const { name } of sender) {
      const left = (reservedBy.get(name) ?? 0) + bytes;
      if (left <= 0) reservedBy.delete(name);
      else reservedBy.set(name, left);
    }
  }
}

export function senderOf(account: string): Sender {
  return [{ name: account, factor: 1 }];
}

/** What a request announces of its body, in bytes; at most `maxBytes`, which is also taken for an unknown length. */
export function announcedBytes({ headers }: { headers: Headers }, maxBytes: number): number {
  if (headers.has('transfer-encoding')) return maxBytes;
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maxBytes) : maxBytes;
}
