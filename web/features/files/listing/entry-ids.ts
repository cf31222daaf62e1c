const idsByList = new WeakMap<readonly object[], readonly string[]>();
const placesByIds = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The ids of entries in their order: the same list for the same list of entries, however often a page is drawn. */
export function idsOf(entries: readonly { id: string }[]): readonly string[] {
  const known = idsByList.get(entries);
  if (known !== undefined) return known;
  const ids = entries.map(({ id }) => id);
  idsByList.set(entries, ids);
  return ids;
}

/** The place of an id in a list that does not change; -1 if it is not in it. */
export function placeIn(ids: readonly string[], id: string): number {
  let places = placesByIds.get(ids);
  if (places === undefined) {
    places = new Map(ids.map((one, at) => [one, at]));
    placesByIds.set(ids, places);
  }
  return places.get(id) ?? -1;
}
