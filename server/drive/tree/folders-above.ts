import type { Kysely } from 'kysely';
import type { Holding } from '#contract/records/changes.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { allAncestors } from './ancestors.ts';
import { contentsOf, contentsOfRoot } from './contents.ts';
import { picturesOf } from './folder-pictures.ts';
import { selectEntriesOf } from './records.ts';

/**
 * What the folders hold that are above some entries of the scope, which may be in Trash: for each entry those that are above none
 * before it.
 */
export async function readAbove(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Holding[]>> {
  const lines = await allAncestors(db, scope, ids);
  const folderIds = new Set([...lines.values()].flatMap((line) => line.slice(0, -1).map(({ id }) => id)));
  const left = new Map<string, Holding>();
  for (const group of groupsOf([...folderIds])) {
    const rows = await selectEntriesOf(db, scope, group).execute();
    for (const row of rows)
      left.set(row.id, { id: row.id, contents: contentsOf(row), pictures: picturesOf(row.pictures) });
  }
  const root = scope.root === null ? [{ id: null, contents: await contentsOfRoot(db, scope), pictures: [] }] : [];
  return new Map([...new Set(ids)].map((id, at) => [id, [...(at === 0 ? root : []), ...above(id)]]));

  function above(id: string): Holding[] {
    return (lines.get(id) ?? []).slice(0, -1).flatMap((folder) => {
      const holding = left.get(folder.id);
      left.delete(folder.id);
      return holding ?? [];
    });
  }
}
