import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { ancestorsOfFolder, lastOf } from './ancestors.ts';
import { copyRows } from './copy-rows.ts';
import { checkDepth, depthIn } from './depth.ts';
import { checkFree, checkName, readInside } from './entry-changes.ts';
import { freeName } from './free-name.ts';
import { nameColumns } from './new-entry.ts';
import type { RowBudget } from './row-budget.ts';
import { walkBelow } from './subtree.ts';

/** Added to the name of a copy if its own name is taken and no other was given: `name (copy)`. */
const copyWord = 'copy';

/** Where a copy goes, and its name if it gets another one. */
export type CopyTo = { parentId: string | null; name?: string | undefined };

/**
 * Copies an entry to a folder, a folder with everything in it, and returns the id of the copy. The current content of
 * each file is shared, so it takes no further space; earlier versions and download tokens are not copied. Throws
 * entry-not-found, folder-not-found, copy-into-itself, too-deep, too-much-at-once, and name-… for a given name.
 */
export async function copyEntry(
  write: Write,
  scope: Scope,
  id: string,
  { to, at, budget }: { to: CopyTo; at: number; budget: RowBudget },
): Promise<string> {
  const { trx, changed, did } = write;
  const place = await placeOfCopy(write, scope, id, to);
  budget.take(1);
  const groups = [[id]];
  if (place.isFolder) {
    for await (const { nodes, depth } of walkBelow(trx, scope, [id])) {
      budget.take(nodes.length);
      if (nodes.some(({ kind }) => kind === 'folder')) checkDepth(place.depth + depth);
      groups.push(nodes.map((node) => node.id));
    }
  }
  const copies = new Map<string, string>();
  for (const ids of groups) await copyRows(write, scope, ids, { copies, at, ...(ids[0] === id && { top: place.top }) });
  const copy = required(copies.get(id), 'copy of an entry');
  changed(copy);
  did({ did: 'make', id: copy, isEmpty: false });
  return copy;
}

/** The name and the folder of a copy, and its depth. Throws what `copyEntry` throws, apart from too-much-at-once. */
export async function placeOfCopy(
  { trx }: Write,
  scope: Scope,
  id: string,
  { parentId: wantedParentId, name }: CopyTo,
) {
  if (name !== undefined) checkName(name);
  const { folder, file } = await readInside(trx, scope, id);
  const line = await ancestorsOfFolder(trx, scope, wantedParentId);
  const parentId = lastOf(line);
  if (line.some((ancestor) => ancestor.id === id)) throw new KeepsakeError('copy-into-itself');
  const depth = await depthIn(trx, scope, line);
  if (folder) checkDepth(depth);
  if (name !== undefined) await checkFree(trx, scope, parentId, name);
  const own = folder
    ? { name: folder.name, kind: 'folder' as const }
    : { name: required(file, 'file of an entry').name, kind: 'file' as const };
  const shown = name ?? (await freeName(trx, scope, parentId, own, copyWord));
  return {
    isFolder: folder !== null,
    depth,
    top: { ...nameColumns(shown), parent_id: parentId },
  };
}
