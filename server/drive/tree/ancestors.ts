import { type Kysely, sql } from 'kysely';
import type { Actor } from '#server/accounts/principal.ts';
import type { Tables } from '#server/database/tables.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';

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
export async function lineages(
  db: Kysely<Tables>,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, (AncestorFolder & { kind: string })[]>> {
  const lines = await linesUp(db, actor, ids);
  for (const [start, line] of lines) if (line.some(({ trashed_at }) => trashed_at !== null)) lines.delete(start);
  return lines;
}

/** The same, whether or not anything on the way is in Trash. */
export async function linesUp(
  db: Kysely<Tables>,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, (AncestorFolder & { kind: string; trashed_at: number | null })[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .withRecursive('line', (cte) =>
      cte
        .selectFrom('entries')
        .select(['id as start', 'id', 'name', 'parent_id', 'kind', 'trashed_at', sql<number>`0`.as('depth')])
        .where('account', '=', actor.account)
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
            .where('above.account', '=', actor.account),
        ),
    )
    .selectFrom('line')
    .selectAll()
    .orderBy('depth', 'desc')
    .execute();
  return Map.groupBy(rows as Line[], (row) => row.start);
}

/** The way from the top to a folder that may be shown and filled, itself last; empty for Root. Throws folder-not-found. */
export async function lineageOfFolder(
  db: Kysely<Tables>,
  actor: Actor,
  folderId: string | null,
): Promise<AncestorFolder[]> {
  if (folderId === null) return [];
  const line = (await lineages(db, actor, [folderId])).get(folderId);
  if (line?.at(-1)?.kind !== 'folder') throw new DriveError('folder-not-found');
  return line.map(({ id, name }) => ({ id, name }));
}
