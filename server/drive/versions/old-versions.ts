import { sql } from 'kysely';
import type { OldVersions } from '#contract/api/versions-api.ts';
import { maxOldVersionsLooked } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import { ancestorsOfFolder } from '../tree/ancestors.ts';
import { walkBelow } from '../tree/subtree.ts';

/**
 * How many versions that are not current the live files below a folder have, and their bytes: at least so many if it is
 * not complete. Looks at no more entries and versions than `limit`. Throws folder-not-found.
 */
export async function oldVersionsBelow(
  db: Database,
  scope: Scope,
  folderId: string,
  limit = maxOldVersionsLooked,
): Promise<OldVersions> {
  await ancestorsOfFolder(db, scope, folderId);
  const sum = { count: 0, bytes: 0 };
  let left = limit;
  for await (const { nodes } of walkBelow(db, scope, [folderId])) {
    left -= nodes.length;
    const files = nodes.filter(({ kind }) => kind === 'file').map(({ id }) => id);
    const found = files.length === 0 || left < 0 ? { count: 0, bytes: 0 } : await oldVersionsOf(db, files, left + 1);
    sum.count += found.count;
    sum.bytes += found.bytes;
    left -= found.count;
    if (left < 0) return { ...sum, isComplete: false };
  }
  return { ...sum, isComplete: true };
}

function oldVersionsOf(db: Database, files: readonly string[], limit: number) {
  return db
    .selectFrom((some) =>
      some
        .selectFrom('versions')
        .innerJoin('entries', 'entries.id', 'versions.entry_id')
        .select('versions.size')
        .where('versions.entry_id', 'in', files)
        .whereRef('versions.id', '<>', 'entries.current_version')
        .limit(limit)
        .as('old'),
    )
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
}
