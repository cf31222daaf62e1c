import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import { createEnsureFolder } from '../placing/ensure-folder.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import type { PlannedFolder } from './plan.ts';

type Deps = {
  db: Database;
  treeEdit: TreeEdit;
  scope: Scope;
  /** The id of the one on top, which is there. */
  top: string;
};

/** Makes the folders of an archive as they are needed; those that are there are used. */
export function createFolders({ db, treeEdit, scope, top }: Deps) {
  const ids = new Map<PlannedFolder, string>();
  const ensureFolder = createEnsureFolder({ db, treeEdit });
  return idOf;

  /** Throws what creating folders throws. */
  async function idOf(folder: PlannedFolder): Promise<string> {
    if (folder.parent === undefined) return top;
    const known = ids.get(folder);
    if (known !== undefined) return known;
    const id = await ensureFolder(scope, { name: folder.name, parentId: await idOf(folder.parent) });
    ids.set(folder, id);
    return id;
  }
}
