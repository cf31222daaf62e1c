import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { numberedFolderName } from '../tree/free-name.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import { findByName } from '../tree/records.ts';

/** Makes folders that may be there already. */
export function createEnsureFolder({ db, treeEdit }: { db: Database; treeEdit: Pick<TreeEdit, 'createFolder'> }) {
  /**
   * The id of the folder of that name; beside a file of that name it is numbered, the same way each time. Throws what creating folders
   * throws.
   */
  return async (scope: Scope, wanted: { name: string; parentId: string }): Promise<string> => {
    const { parentId } = wanted;
    const name = await numberedFolderName(db, scope, parentId, wanted.name);
    const there = await folderNamed(name);
    if (there !== undefined) return there;
    try {
      return (await treeEdit.createFolder(scope, { name, parentId })).id;
    } catch (error) {
      // Somebody else may have made it meanwhile.
      const now = isNameTaken(error) ? await folderNamed(name) : undefined;
      if (now === undefined) throw error;
      return now;
    }

    async function folderNamed(folder: string): Promise<string | undefined> {
      const found = await findByName(db, scope, parentId, folder);
      return found?.kind === 'folder' ? found.id : undefined;
    }
  };
}

function isNameTaken(error: unknown): boolean {
  return error instanceof KeepsakeError && error.code === 'name-taken';
}
