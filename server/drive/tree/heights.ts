import type { Kysely } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { revisionOf } from '../changes/revision.ts';
import { type AncestorFolder, allAncestors } from './ancestors.ts';
import { walkBelow } from './subtree.ts';

/** How often heights are measured when folders change meanwhile. */
const maxTries = 3;

/** How many levels of folders lie below folders, measured before one transaction. */
export type Heights = ReturnType<typeof createHeights>;

type Moving<Result> = {
  /** The ids of the folders that the work moves. */
  moved: () => Promise<readonly string[]>;
  work: (heights?: Heights) => Promise<Result>;
};

/**
 * Does work that moves folders. Those that are too large to be looked through within its transaction are measured before
 * it, while others write. Throws changed-meanwhile if folders come into them each time.
 */
export async function withHeights<Result>(
  db: Database,
  scope: Scope,
  { moved, work }: Moving<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'too-much-at-once')) throw error;
  }
  for (let tries = 1; ; tries += 1) {
    const revision = await revisionOf(db, scope);
    const levels = new Map<string, number>();
    for (const id of await moved()) levels.set(id, await levelsBelow(db, scope, id));
    try {
      return await work(createHeights(levels, revision));
    } catch (error) {
      if (tries === maxTries || !hasCode(error, 'changed-meanwhile')) throw error;
    }
  }
}

/** For one transaction, of levels that were measured after a revision of the account. */
export function createHeights(levels: Map<string, number>, revision: number) {
  let grown: Promise<Set<string>> | undefined;

  return {
    /** Undefined if the folder was not measured. Throws changed-meanwhile if a folder came into it since then. */
    async of(trx: Kysely<Tables>, scope: Scope, folderId: string): Promise<number | undefined> {
      const height = levels.get(folderId);
      if (height === undefined) return undefined;
      grown ??= foldersGrownSince(trx, scope, revision);
      if ((await grown).has(folderId)) throw new KeepsakeError('changed-meanwhile');
      return height;
    },

    /** A folder of this height moves to the end of a line of folders, which may have been measured themselves. */
    moved(line: readonly AncestorFolder[], height: number): void {
      for (const [index, { id }] of line.toReversed().entries()) {
        const before = levels.get(id);
        if (before !== undefined) levels.set(id, Math.max(before, height + 1 + index));
      }
    },
  };
}

/** Those that a folder came into. Throws changed-meanwhile if they are too many to tell. */
async function foldersGrownSince(trx: Kysely<Tables>, scope: Scope, revision: number): Promise<Set<string>> {
  const changed = await trx
    .selectFrom('changes')
    .innerJoin('entries', 'entries.id', 'changes.entry_id')
    .select('entries.id')
    .distinct()
    .where('changes.account', '=', scope.account)
    .where('changes.revision', '>', revision)
    .where('entries.kind', '=', 'folder')
    .limit(rowsAtOnce)
    .execute();
  if (changed.length === rowsAtOnce) throw new KeepsakeError('changed-meanwhile');
  const ids = changed.map(({ id }) => id);
  const lines = await allAncestors(trx, scope, ids);
  return new Set([...lines.values()].flatMap((line) => line.slice(0, -1).map(({ id }) => id)));
}

async function levelsBelow(db: Database, scope: Scope, folderId: string): Promise<number> {
  let levels = 0;
  for await (const { nodes, depth } of walkBelow(db, scope, [folderId], 'folders'))
    if (nodes.length > 0) levels = depth;
  return levels;
}

function hasCode(error: unknown, code: 'too-much-at-once' | 'changed-meanwhile'): boolean {
  return error instanceof KeepsakeError && error.code === code;
}
