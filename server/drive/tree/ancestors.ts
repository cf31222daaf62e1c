import { type Kysely, sql } from 'kysely';
import type { Principal } from '#server/accounts/principal.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** A folder on the way from Root to an entry. */
export type AncestorFolder = { id: string; name: string };

type Line = {
  start: string;
  id: string;
  name: string;
  parent_id: string | null;
  kind: string;
  trashed_at: number | null;
  depth: number;
};

/**
 * For each id, its way from the top, itself last. An id is missing when the entry is not the actor's, does not exist,
 * or when it or a folder above it is in Trash.
 */
export async function liveAncestors(
  db: Kysely<Tables>,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, (AncestorFolder & { kind: string })[]>> {
  const lines = await allAncestors(db, principal, ids);
  for (const [start, line] of lines) if (line.some(({ trashed_at }) => trashed_at !== null)) lines.delete(start);
  return lines;
}

/** The same, whether or not anything on the way is in Trash. */
export async function allAncestors(
  db: Kysely<Tables>,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, (AncestorFolder & { kind: string; trashed_at: number | null })[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .withRecursive('line', (cte) =>
      cte
        .selectFrom('entries')
        .select(['id as start', 'id', 'name', 'parent_id', 'kind', 'trashed_at', sql<number>`0`.as('depth')])
        .where('account', '=', principal.account)
        .where('id', 'in', ids)
        .unionAll(
          cte
            .selectFrom('line')
            .innerJoin('entries as above', 'above.id', 'line.parent_id')
            .select([
              'line.start',
              'above.id',
              'above.name',
              'above.parent_id',
              'above.kind',
              'above.trashed_at',
              sql<number>`line.depth + 1`.as('depth'),
            ])
            .where('above.account', '=', principal.account),
        ),
    )
    .selectFrom('line')
    .selectAll()
    .orderBy('depth', 'desc')
    .execute();
  return Map.groupBy(rows as Line[], (row) => row.start);
}

/** The way from the top to a folder that may be shown and filled, itself last; empty for Root. Throws folder-not-found. */
export async function ancestorsOfFolder(
  db: Kysely<Tables>,
  principal: Principal,
  folderId: string | null,
): Promise<AncestorFolder[]> {
  if (folderId === null) return [];
  const line = (await liveAncestors(db, principal, [folderId])).get(folderId);
  if (line?.at(-1)?.kind !== 'folder') throw new KeepsakeError('folder-not-found');
  return line.map(({ id, name }) => ({ id, name }));
}
