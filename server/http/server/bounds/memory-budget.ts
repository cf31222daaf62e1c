import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { type Budget, createBudget } from './budget.ts';

type Limits = {
  /** All reservations together, in bytes. */
  maxBytes: number;
  /** Those of one client, in bytes; a wider network of it may hold a multiple. */
  maxBytesByClient: number;
  /** How long a reservation may wait, in milliseconds. */
  waitMs?: number;
};

export type MemoryBudget = Budget;

/** Bounds the memory for what clients send. Throws unavailable after the wait. */
export function createMemoryBudget({ maxBytes, maxBytesByClient, ...wait }: Limits): MemoryBudget {
  const refuse = () => new KeepsakeError('unavailable', { data: { maxBytes, maxBytesByClient } });
  return createBudget({ max: maxBytes, maxByClient: maxBytesByClient, refuse, ...wait });
}

/** What a request announces of its body, in bytes; at most `maxBytes`, which is also taken for an unknown length. */
export function announcedBytes({ headers }: { headers: Headers }, maxBytes: number): number {
  if (headers.has('transfer-encoding')) return maxBytes;
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? Math.min(length, maxBytes) : maxBytes;
}
