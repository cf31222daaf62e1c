/** Entries in one grid of the page, after `lead` cells that hold something else. */
export type Section = { lead: number; ids: readonly string[] };

/** Where the focus goes from an entry when a key is pressed; undefined when the key leads nowhere. */
export function entryAfter(sections: readonly Section[], columns: number, id: string, key: string): string | undefined {
  const all = sections.flatMap(({ ids }) => ids);
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
      return inNextRow(sections, columns, id, key === 'ArrowDown' ? 1 : -1);
    default:
      return undefined;
  }
}

function inNextRow(sections: readonly Section[], columns: number, id: string, step: 1 | -1): string | undefined {
  const at = sections.findIndex(({ ids }) => ids.includes(id));
  const section = sections[at];
  if (section === undefined) return undefined;
  const cell = section.lead + section.ids.indexOf(id);
  const cells = section.lead + section.ids.length;
  const row = Math.floor(cell / columns) + step;
  const column = cell % columns;
  if (row >= 0 && row * columns < cells) {
    const next = Math.min(row * columns + column, cells - 1);
    // Above the first entries are the cells that hold something else.
    if (next >= section.lead) return section.ids[next - section.lead];
  }
  const neighbour = nextWithEntries(sections, at, step);
  if (neighbour === undefined) return undefined;
  const all = neighbour.lead + neighbour.ids.length;
  const edge = step === 1 ? Math.floor(neighbour.lead / columns) : Math.floor((all - 1) / columns);
  const target = Math.max(neighbour.lead, Math.min(edge * columns + column, all - 1));
  return neighbour.ids[target - neighbour.lead];
}

function nextWithEntries(sections: readonly Section[], at: number, step: 1 | -1): Section | undefined {
  for (let next = at + step; next >= 0 && next < sections.length; next += step) {
    const section = sections[next];
    if (section && section.ids.length > 0) return section;
  }
  return undefined;
}
