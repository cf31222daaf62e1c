import { heldWaitSeconds } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

type Limits = {
  /** All reservations together, in bytes. */
  maxBytes: number;
  /** Those of one client, in bytes. */
  maxBytesByClient: number;
  /** How long a reservation may wait, in milliseconds. */
  waitMs?: number;
};

type Waiting = { client: string; bytes: number; begin: () => void };

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/**
 * Bounds the memory for what clients send. What does not fit waits, in the order of arrival as far as it fits. A client of which
 * nothing is held never waits, so that what others left unfinished locks nobody out.
 */
export function createMemoryBudget({ maxBytes, maxBytesByClient, waitMs = heldWaitSeconds * 1000 }: Limits) {
  const reservedBy = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let reserved = 0;

  return {
    /** Runs `work` while the bytes are reserved; no more than a client's share. Throws unavailable after the wait. */
    async hold<T>(client: string, bytes: number, work: () => Promise<T>): Promise<T> {
      const wanted = { client, bytes: Math.min(bytes, maxBytesByClient) };
      await reserve(wanted);
      try {
        return await work();
      } finally {
        release(wanted);
      }
    },
  };

  async function reserve(wanted: Omit<Waiting, 'begin'>): Promise<void> {
    if (fits(wanted)) return add(wanted.client, wanted.bytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...wanted, begin: resolve };
    const timer = setTimeout(() => {
      waiting.delete(entry);
      reject(new KeepsakeError('unavailable', { data: { maxBytes, maxBytesByClient } }));
    }, waitMs);
    waiting.add(entry);
    await promise.finally(() => clearTimeout(timer));
  }

  function release({ client, bytes }: Omit<Waiting, 'begin'>): void {
    add(client, -bytes);
    for (const entry of waiting) {
      if (!fits(entry)) continue;
      waiting.delete(entry);
      add(entry.client, entry.bytes);
      entry.begin();
    }
  }

  function fits({ client, bytes }: Omit<Waiting, 'begin'>): boolean {
    const own = reservedBy.get(client) ?? 0;
    return own === 0 || (reserved + bytes <= maxBytes && own + bytes <= maxBytesByClient);
  }

  function add(client: string, bytes: number): void {
    reserved += bytes;
    const left = (reservedBy.get(client) ?? 0) + bytes;
    if (left <= 0) reservedBy.delete(client);
    else reservedBy.set(client, left);
  }
}

/** What a request announces of its body, in bytes; at most `maxBytes`, which is also taken for an unknown length. */
export function announcedBytes({ headers }: { headers: Headers }, maxBytes: number): number {
  if (headers.has('transfer-encoding')) return maxBytes;
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maxBytes) : maxBytes;
}
