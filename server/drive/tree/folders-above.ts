import type { Kysely } from 'kysely';
import type { Holding } from '#contract/records/changes.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { allAncestors } from './ancestors.ts';
import { contentsOf, contentsOfRoot } from './contents.ts';
import { picturesOf } from './folder-pictures.ts';
import { selectEntriesOf } from './records.ts';

/** What the folders hold that are above some entries of the scope, which may be in Trash. */
export async function readAbove(db: Kysely<Tables>, scope: Scope, ids: readonly string[]): Promise<Holding[]> {
  const lines = await allAncestors(db, scope, ids);
  const folderIds = new Set([...lines.values()].flatMap((line) => line.slice(0, -1).map(({ id }) => id)));
  const above: Holding[] = [];
  if (scope.root === null) above.push({ id: null, contents: await contentsOfRoot(db, scope), pictures: [] });
  for (const group of groupsOf([...folderIds])) {
    const rows = await selectEntriesOf(db, scope, group).execute();
    for (const row of rows) above.push({ id: row.id, contents: contentsOf(row), pictures: picturesOf(row.pictures) });
  }
  return above;
}
