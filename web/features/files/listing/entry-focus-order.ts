/** Entries as they stand on the page: in a grid of its own each, after `lead` cells that hold something else. */
export type Shelf = { lead: number; ids: readonly string[] };

/** Where the focus goes from an entry when a key is pressed; undefined when the key leads nowhere. */
export function entryAfter(shelves: readonly Shelf[], columns: number, id: string, key: string): string | undefined {
  const all = shelves.flatMap(({ ids }) => ids);
  const at = all.indexOf(id);
  switch (key) {
    case 'ArrowLeft':
      return all[at - 1];
    case 'ArrowRight':
      return all[at + 1];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    case 'ArrowUp':
    case 'ArrowDown':
      return inNextRow(shelves, columns, id, key === 'ArrowDown' ? 1 : -1);
    default:
      return undefined;
  }
}

function inNextRow(shelves: readonly Shelf[], columns: number, id: string, step: 1 | -1): string | undefined {
  const at = shelves.findIndex(({ ids }) => ids.includes(id));
  const shelf = shelves[at];
  if (shelf === undefined) return undefined;
  const cell = shelf.lead + shelf.ids.indexOf(id);
  const cells = shelf.lead + shelf.ids.length;
  const row = Math.floor(cell / columns) + step;
  const column = cell % columns;
  if (row >= 0 && row * columns < cells) {
    const next = Math.min(row * columns + column, cells - 1);
    // Above the first entries stand the cells that hold something else.
    if (next >= shelf.lead) return shelf.ids[next - shelf.lead];
  }
  const neighbour = nextWithEntries(shelves, at, step);
  if (neighbour === undefined) return undefined;
  const all = neighbour.lead + neighbour.ids.length;
  const edge = step === 1 ? Math.floor(neighbour.lead / columns) : Math.floor((all - 1) / columns);
  const target = Math.max(neighbour.lead, Math.min(edge * columns + column, all - 1));
  return neighbour.ids[target - neighbour.lead];
}

function nextWithEntries(shelves: readonly Shelf[], at: number, step: 1 | -1): Shelf | undefined {
  for (let next = at + step; next >= 0 && next < shelves.length; next += step) {
    const shelf = shelves[next];
    if (shelf && shelf.ids.length > 0) return shelf;
  }
  return undefined;
}
