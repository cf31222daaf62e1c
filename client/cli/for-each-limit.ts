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
