import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';

/** A folder on the path from the top of a scope to an entry. */
export type AncestorFolder = { id: string; name: string };

type Ancestor = AncestorFolder & { kind: string; trashed_at: number | null };

/**
 * For each id, its path from the top of the scope, itself last. An id is missing if the entry does not exist, is outside
 * the scope, or if it or a folder above it is in Trash.
 */
export async function liveAncestors(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Ancestor[]>> {
  const lines = await linesToRoot(db, scope, ids);
  for (const [start, line] of lines) if (line.some(({ trashed_at }) => trashed_at !== null)) lines.delete(start);
  return confine(scope, lines);
}

/** The same, including what is in Trash. */
export async function allAncestors(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Ancestor[]>> {
  return confine(scope, await linesToRoot(db, scope, ids));
}

/**
 * The path from the top of the scope to a live folder, itself last; null is the top itself, and the path to Root is
 * empty. Throws folder-not-found.
 */
export async function ancestorsOfFolder(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
): Promise<AncestorFolder[]> {
  const id = folderId ?? scope.root;
  if (id === null) return [];
  const line = (await liveAncestors(db, scope, [id])).get(id);
  if (line?.at(-1)?.kind !== 'folder') throw new KeepsakeError('folder-not-found');
  return line.map((folder) => ({ id: folder.id, name: folder.name }));
}

/** How many folders are above the top of the scope. */
export async function depthOfTop(db: Kysely<Tables>, scope: Scope): Promise<number> {
  if (scope.root === null) return 0;
  const line = (await linesToRoot(db, scope, [scope.root])).get(scope.root);
  return (line ?? []).length - 1;
}

/** The folder at the end of `ancestorsOfFolder`; null for Root. */
export function lastOf(line: readonly AncestorFolder[]): string | null {
  return line.at(-1)?.id ?? null;
}

/** In a scope below Root, only paths through its root remain, and they begin there. */
function confine({ root }: Scope, lines: Map<string, Ancestor[]>): Map<string, Ancestor[]> {
  if (root === null) return lines;
  for (const [start, line] of lines) {
    const top = line.findIndex(({ id }) => id === root);
    if (top === -1) lines.delete(start);
    else lines.set(start, line.slice(top));
  }
  return lines;
}

/** Each row above is read once, however many of the ids lie below it. */
async function linesToRoot(
  db: Kysely<Tables>,
  { account }: Scope,
  ids: readonly string[],
): Promise<Map<string, Ancestor[]>> {
  if (ids.length === 0) return new Map();
  const read = await db
    .withRecursive('line', (cte) =>
      cte
        .selectFrom('entries')
        .select(['id', 'name', 'parent_id', 'kind', 'trashed_at'])
        .where('account', '=', account)
        .where('id', 'in', ids)
        .union(
          cte
            .selectFrom('line')
            .innerJoin('entries as above', 'above.id', 'line.parent_id')
            .select(['above.id', 'above.name', 'above.parent_id', 'above.kind', 'above.trashed_at'])
            .where('above.account', '=', account),
        ),
    )
    .selectFrom('line')
    .selectAll()
    .execute();
  const rows = new Map(read.map((row) => [row.id, row]));
  return new Map(ids.filter((id) => rows.has(id)).map((id) => [id, lineTo(id)]));

  function lineTo(id: string): Ancestor[] {
    const line: Ancestor[] = [];
    for (let row = rows.get(id); row !== undefined; row = row.parent_id === null ? undefined : rows.get(row.parent_id))
      line.push(row);
    return line.toReversed();
  }
}
