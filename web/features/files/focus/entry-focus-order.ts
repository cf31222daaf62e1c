import { placeIn } from '../listing/entry-ids.ts';

/** Entries in one grid of the page, after `lead` cells that hold something else. */
export type Section = { lead: number; ids: readonly string[] };

export function countIn(sections: readonly Section[]): number {
  return sections.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** The place of an entry among those of all sections; -1 if it is in none. */
export function placeOf(sections: readonly Section[], id: string): number {
  let before = 0;
  for (const { ids } of sections) {
    const at = placeIn(ids, id);
    if (at >= 0) return before + at;
    before += ids.length;
  }
  return -1;
}

/** The entry at a place among those of all sections. */
export function idAt(sections: readonly Section[], place: number): string | undefined {
  let before = 0;
  for (const { ids } of sections) {
    if (place < before + ids.length) return ids[place - before];
    before += ids.length;
  }
  return undefined;
}

/** What takes the place of an entry that is gone: the next one that is still there, else the one before it. */
export function neighbourOf(id: string, before: readonly Section[], now: readonly Section[]): string | undefined {
  const all = before.flatMap(({ ids }) => ids);
  const at = all.indexOf(id);
  const isThere = (one: string) => placeOf(now, one) >= 0;
  return all.slice(at).find(isThere) ?? all.slice(0, at).findLast(isThere);
}

/** Where the focus goes from an entry when a key is pressed; undefined when the key leads nowhere. */
export function entryAfter(sections: readonly Section[], columns: number, id: string, key: string): string | undefined {
  const at = placeOf(sections, id);
  switch (key) {
    case 'ArrowLeft':
      return idAt(sections, at - 1);
    case 'ArrowRight':
      return idAt(sections, at + 1);
    case 'Home':
      return idAt(sections, 0);
    case 'End':
      return idAt(sections, countIn(sections) - 1);
    case 'ArrowUp':
    case 'ArrowDown':
      return inNextRow(sections, columns, id, key === 'ArrowDown' ? 1 : -1);
    default:
      return undefined;
  }
}

function inNextRow(sections: readonly Section[], columns: number, id: string, step: 1 | -1): string | undefined {
  const at = sections.findIndex(({ ids }) => placeIn(ids, id) >= 0);
  const section = sections[at];
  if (section === undefined) return undefined;
  const cell = section.lead + placeIn(section.ids, id);
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
