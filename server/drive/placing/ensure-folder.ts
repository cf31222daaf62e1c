import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import { findByName } from '../tree/records.ts';

/** Makes folders that may be there already. */
export function createEnsureFolder({ db, treeEdit }: { db: Database; treeEdit: Pick<TreeEdit, 'createFolder'> }) {
  /** The id of the folder of that name; beside a file of that name it is numbered. Throws what creating folders throws. */
  return async (scope: Scope, { name, parentId }: { name: string; parentId: string }): Promise<string> => {
    const there = await findByName(db, scope, parentId, name);
    if (there?.kind === 'folder') return there.id;
    const free = await freeNumberedName(db, scope, parentId, { name, kind: 'folder' });
    try {
      return (await treeEdit.createFolder(scope, { name: free, parentId })).id;
    } catch (error) {
      // Somebody else may have made it meanwhile.
      const now = isNameTaken(error) ? await findByName(db, scope, parentId, free) : undefined;
      if (now?.kind !== 'folder') throw error;
      return now.id;
    }
  };
}

function isNameTaken(error: unknown): boolean {
  return error instanceof KeepsakeError && error.code === 'name-taken';
}
