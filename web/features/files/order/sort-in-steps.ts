/** Sorted or merged in one task: a few milliseconds. */
const atOnce = 4000;

/** The items sorted by their keys, in steps between which the page does what else there is to do. */
export async function sortInSteps<Item, Keyed>(
  items: readonly Item[],
  keyed: (item: Item) => Keyed,
  compare: (one: Keyed, other: Keyed) => number,
): Promise<readonly Keyed[]> {
  let runs: (readonly Keyed[])[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    runs.push(
      items
        .slice(at, at + atOnce)
        .map(keyed)
        .toSorted(compare),
    );
    await nextTask();
  }
  while (runs.length > 1) {
    const merged: typeof runs = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Keyed>(
  ones: readonly Keyed[],
  others: readonly Keyed[],
  compare: (one: Keyed, other: Keyed) => number,
): Promise<readonly Keyed[]> {
  if (others.length === 0) return ones;
  const all: Keyed[] = [];
  let at = 0;
  while (all.length < ones.length + others.length) {
    const [one, other] = [ones[at], others[all.length - at]];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      all.push(one as Keyed);
      at += 1;
    } else all.push(other);
    if (all.length % atOnce === 0) await nextTask();
  }
  return all;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
