import type { Kysely } from 'kysely';
import { maxFolderDepth } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { RowBudget } from './row-budget.ts';
import { walkBelow } from './subtree.ts';

/** Checks the depth of a folder; those in Root have depth 1. Throws too-deep. */
export function checkDepth(depth: number): void {
  if (depth > maxFolderDepth) throw new KeepsakeError('too-deep', { data: { max: maxFolderDepth } });
}

/**
 * Checks the depth of a folder with all its subfolders, including those in Trash, which may be restored. Each folder counts
 * against the budget, if there is one. Throws too-deep, too-much-at-once.
 */
export async function checkTreeDepth(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string,
  { depth, budget }: { depth: number; budget?: RowBudget | undefined },
): Promise<void> {
  checkDepth(depth);
  for await (const below of walkBelow(db, scope, [folderId], 'folders')) {
    budget?.take(below.nodes.length);
    if (below.nodes.length > 0) checkDepth(depth + below.depth);
  }
}
