/** Does the work for each of the things, so many at a time. */
export async function atOnce<T>(things: Iterable<T>, count: number, work: (thing: T) => Promise<void>): Promise<void> {
  const rest = things[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
    }),
  );
}
