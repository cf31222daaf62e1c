import type { Kysely } from 'kysely';
import { nameProblem } from '#contract/names/names.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { type AncestorFolder, liveAncestors } from '../tree/ancestors.ts';
import { findByName } from '../tree/records.ts';

/** The path of an object: the names of its folders from the top, then its own. */
export type ObjectPath = { folders: string[]; name: string };

/**
 * The folders of those names, from the top, with their current names; undefined if one of them does not exist. Names are
 * compared as everywhere in the tree (see `nameKey`).
 */
export async function findFolders(
  db: Kysely<Tables>,
  scope: Scope,
  names: readonly string[],
): Promise<AncestorFolder[] | undefined> {
  const line: AncestorFolder[] = [];
  if (!(await isTopThere(db, scope))) return undefined;
  for (const name of names) {
    const folder = await findFolder(db, scope, line.at(-1)?.id ?? null, name);
    if (folder === undefined) return undefined;
    line.push(folder);
  }
  return line;
}

/** The folder of that name in another one (null: at the top of the scope), with its current name. */
export async function findFolder(
  db: Kysely<Tables>,
  scope: Scope,
  parentId: string | null,
  name: string,
): Promise<AncestorFolder | undefined> {
  const child = await findChild(db, scope, parentId, name);
  return child?.kind === 'folder' ? { id: child.id, name: child.name } : undefined;
}

/** The file at a path, with its folders. Throws object-not-found. */
export async function findFile(
  db: Kysely<Tables>,
  scope: Scope,
  { folders, name }: ObjectPath,
): Promise<{ id: string; line: AncestorFolder[] }> {
  const line = await findFolders(db, scope, folders);
  if (line === undefined) throw new KeepsakeError('object-not-found');
  const child = await findChild(db, scope, line.at(-1)?.id ?? null, name);
  if (child?.kind !== 'file') throw new KeepsakeError('object-not-found');
  return { id: child.id, line };
}

async function findChild(db: Kysely<Tables>, scope: Scope, folderId: string | null, name: string) {
  return nameProblem(name) === undefined ? await findByName(db, scope, folderId ?? scope.root, name) : undefined;
}

async function isTopThere(db: Kysely<Tables>, scope: Scope): Promise<boolean> {
  return scope.root === null || (await liveAncestors(db, scope, [scope.root])).has(scope.root);
}
