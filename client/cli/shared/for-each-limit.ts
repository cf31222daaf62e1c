import { resumableThreshold } from '#contract/storage.ts';

/** Of those that take longer to send than to ask for. */
const largeAtOnce = 4;

/** Whether a file takes one request, so that many are on their way at once. */
export function isSmall(size: number): boolean {
  return size <= resumableThreshold;
}

/** Calls `work` for each item: at first for the small ones, at most `smallAtOnce` of them at once, then for the large ones. */
export async function forEachBySize<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  smallAtOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const { small = [], large = [] } = Object.groupBy(items, (item) => (isSmall(sizeOf(item)) ? 'small' : 'large'));
  await forEachLimit(small, smallAtOnce, work);
  await forEachLimit(large, largeAtOnce, work);
}

/** Calls `work` for each item, with at most `limit` calls in progress. */
export async function forEachLimit<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
    }),
  );
}
