import type { Kysely } from 'kysely';
import { maxFolderDepth } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { type AncestorFolder, depthOfTop } from './ancestors.ts';
import type { RowBudget } from './row-budget.ts';
import { walkBelow } from './subtree.ts';

/** Checks the depth of a folder; those in Root have depth 1. Throws too-deep. */
export function checkDepth(depth: number): void {
  if (depth > maxFolderDepth) throw new KeepsakeError('too-deep', { data: { max: maxFolderDepth } });
}

/** The depth of what lies in the last folder of a path, counted from Root wherever the scope begins. */
export async function depthIn(db: Kysely<Tables>, scope: Scope, line: readonly AncestorFolder[]): Promise<number> {
  return (await depthOfTop(db, scope)) + line.length + 1;
}

/**
 * Checks the depth of a folder with all its subfolders where it would be in the last folder of a path, including those in Trash, which may be
 * restored. Each folder counts against the budget, unless the height is known. Throws too-deep, too-much-at-once,
 * changed-meanwhile.
 */
export async function checkTreeDepth(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string,
  { line, budget }: { line: readonly AncestorFolder[]; budget: RowBudget },
): Promise<void> {
  const depth = await depthIn(db, scope, line);
  checkDepth(depth);
  const height = await budget.heights?.of(db, scope, folderId);
  if (height !== undefined) {
    checkDepth(depth + height);
    budget.heights?.moved(line, height);
    return;
  }
  for await (const below of walkBelow(db, scope, [folderId], 'folders')) {
    budget.take(below.nodes.length);
    if (below.nodes.length > 0) checkDepth(depth + below.depth);
  }
}
