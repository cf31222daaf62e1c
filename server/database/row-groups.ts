/** How many rows one statement reads or writes where there may be many: the variables of a statement are limited. */
export const rowsAtOnce = 500;

/** Every row of a table in the order of its id. `readAfter` reads the next `rowsAtOnce` rows behind an id. */
export async function* eachRow<Row extends { id: string }>(
  readAfter: (id: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = ''; ; ) {
    const rows = await readAfter(last);
    yield* rows;
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < rowsAtOnce) return;
    last = lastRow.id;
  }
}

/** The items in groups of `atOnce`. */
export function* groupsOf<Item>(items: readonly Item[], atOnce = rowsAtOnce): Generator<Item[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}

type Ages = {
  /** The age of the row that has so many older ones; undefined when there are fewer. */
  ageAt: (count: number) => Promise<number | undefined>;
  /** Removes all rows up to this age. */
  removeUpTo: (age: number) => Promise<unknown>;
};

/** Removes rows that are older than a moment, some at a time, so that no transaction takes long. */
export async function removeOlder(before: number, { ageAt, removeUpTo }: Ages): Promise<void> {
  for (;;) {
    const age = await ageAt(rowsAtOnce);
    if (age === undefined || age >= before) return void (await removeUpTo(before - 1));
    await removeUpTo(age);
  }
}
