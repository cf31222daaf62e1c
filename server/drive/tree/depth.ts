import type { Kysely } from 'kysely';
import { maxFolderDepth } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';

/** Folders whose subfolders one statement reads, so that a large tree does not delay other work. */
const batchSize = 500;

/** Checks the depth of a folder; those in Root have depth 1. Throws too-deep. */
export function checkDepth(depth: number): void {
  if (depth > maxFolderDepth) throw new KeepsakeError('too-deep', { data: { max: maxFolderDepth } });
}

/**
 * Checks the depth of a folder with all its subfolders, including those in Trash, which may be restored. Throws
 * too-deep.
 */
export async function checkTreeDepth(db: Kysely<Tables>, scope: Scope, folderId: string, depth: number): Promise<void> {
  let level = [folderId];
  for (let at = depth; level.length > 0; at += 1) {
    checkDepth(at);
    level = await foldersIn(db, scope, level);
  }
}

async function foldersIn(db: Kysely<Tables>, scope: Scope, parents: string[]): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < parents.length; from += batchSize) {
    const rows = await db
      .selectFrom('entries')
      .select('id')
      .where('account', '=', scope.account)
      .where('parent_id', 'in', parents.slice(from, from + batchSize))
      .where('kind', '=', 'folder')
      .execute();
    for (const { id } of rows) found.push(id);
  }
  return found;
}
