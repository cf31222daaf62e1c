import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import { findByName } from '../tree/records.ts';
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
  return idOf;

  /** Throws what creating folders throws. */
  async function idOf(folder: PlannedFolder): Promise<string> {
    if (folder.parent === undefined) return top;
    const known = ids.get(folder);
    if (known !== undefined) return known;
    const parentId = await idOf(folder.parent);
    const { name } = folder;
    const there = await findByName(db, scope, parentId, name);
    const id = there?.kind === 'folder' ? there.id : await make(parentId, name);
    ids.set(folder, id);
    return id;
  }

  /** Somebody may have put a file of that name there meanwhile. */
  async function make(parentId: string, name: string): Promise<string> {
    const free = await freeNumberedName(db, scope, parentId, { name, kind: 'folder' });
    return (await treeEdit.createFolder(scope, { name: free, parentId })).id;
  }
}
