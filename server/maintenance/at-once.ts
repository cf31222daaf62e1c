/** Does the work for each thing as they come, so many at a time. After the first error nothing new begins; it is thrown. */
export async function atOnce<T>(
  things: AsyncIterable<T>,
  count: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for await (const thing of things) {
    const task: Promise<void> = work(thing)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= count) await Promise.race(running);
    if (errors.length > 0) break;
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
