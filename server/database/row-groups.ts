/** Rows that one statement reads or writes when there may be many: statements take a limited number of variables. */
export const rowsAtOnce = 500;

/** The items in groups of `rowsAtOnce`. */
export function* groupsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}

type Ages = {
  /** The age of the row that has so many older ones; undefined when there are fewer. */
  ageAt: (count: number) => Promise<number | undefined>;
  /** Removes all rows up to this age. */
  removeUpTo: (age: number) => Promise<unknown>;
};

/** Removes rows that are older than a moment, some at a time, so that nobody waits for long. */
export async function removeOlder(before: number, { ageAt, removeUpTo }: Ages): Promise<void> {
  for (;;) {
    const age = await ageAt(rowsAtOnce);
    if (age === undefined || age >= before) return void (await removeUpTo(before - 1));
    await removeUpTo(age);
  }
}
