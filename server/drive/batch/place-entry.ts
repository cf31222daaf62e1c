import type { IfTaken } from '#contract/records/batch.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { ancestorsOfFolder, lastOf } from '../tree/ancestors.ts';
import { type CopyTo, copyEntry } from '../tree/copy-entry.ts';
import { checkName, readInside, trashEntry, updateEntry } from '../tree/entry-changes.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import { findByName } from '../tree/records.ts';
import type { RowBudget } from '../tree/row-budget.ts';
import { walkBelow } from '../tree/subtree.ts';
import { nextVersionFrom } from './next-version.ts';

/** How entries are placed: moved or copied, and what happens to one whose name is taken. */
export type Placing = {
  write: Write;
  scope: Scope;
  what: 'move' | 'copy';
  ifTaken: IfTaken;
  budget: RowBudget;
  at: number;
  /** Called with each entry that stays where it is because its name is taken. */
  onStayed: (entry: { id: string; name: string }) => void;
};

/**
 * Moves or copies an entry to a folder, its own if none is given, also where its name is taken: there it stays where it is, gets a number, becomes the
 * next version of the file there, or, a folder, is merged with the folder there, with the same choice for everything in
 * it. A folder never becomes a version of a file, nor is it merged with one that it lies in: then it gets a number.
 * Returns the id of what is there then, and its own if it stayed. What was moved into something else is in Trash: a file
 * with the versions it had, a folder when nothing stayed in it. Throws what `updateEntry` and `copyEntry` throw.
 */
export async function placeEntry(placing: Placing, id: string, to: Partial<CopyTo>): Promise<string> {
  const { write, scope, what, ifTaken, budget, at } = placing;
  const { name } = to;
  if (name !== undefined) checkName(name);
  budget.take(1);
  const entry = await readInside(write.trx, scope, id);
  const own = entry.folder ?? required(entry.file, 'file of an entry');
  const kind = entry.folder ? 'folder' : 'file';
  const { parentId = entry.folder?.parentId ?? entry.file?.folderId ?? null } = to;
  const line = await ancestorsOfFolder(write.trx, scope, parentId);
  const wanted = { name: name ?? own.name, kind } as const;
  const there = await findByName(write.trx, scope, lastOf(line), wanted.name);
  if (there === undefined || there.id === id) return await put(name === own.name ? undefined : name);
  if (line.some((ancestor) => ancestor.id === id))
    throw new KeepsakeError(what === 'move' ? 'move-into-itself' : 'copy-into-itself');

  const isInside = entry.folder?.path.some((above) => above.id === there.id) === true;
  if (ifTaken === 'stay') return stay();
  if (kind === 'folder' && there.kind === 'folder' && !isInside) {
    // A client that has to do it child by child learns whereto.
    return await merge(there.id).catch((error: unknown) => throwInto(error, there.id));
  }
  if (ifTaken === 'skip') return stay();
  if (ifTaken === 'next-version' && kind === 'file' && there.kind === 'file') {
    await nextVersionFrom(write, scope, { from: id, to: { folderId: lastOf(line), name: wanted.name }, at });
    if (what === 'move') await trashEntry(write, scope, id, at);
    return there.id;
  }
  return await put(await freeNumberedName(write.trx, scope, lastOf(line), wanted));

  function stay(): string {
    placing.onStayed({ id, name: own.name });
    return id;
  }

  async function put(as: string | undefined): Promise<string> {
    if (what === 'copy') return await copyEntry(write, scope, id, { to: { parentId, name: as }, at, budget });
    await updateEntry(write, scope, id, { parentId, name: as, budget });
    return id;
  }

  async function merge(into: string): Promise<string> {
    const children: string[] = [];
    for await (const { nodes, depth } of walkBelow(write.trx, scope, [id])) {
      if (depth > 1) break;
      budget.take(nodes.length);
      children.push(...nodes.map((node) => node.id));
    }
    for (const child of children) await placeEntry(placing, child, { parentId: into });
    if (what === 'copy') return into;
    if (await hasChildren(write, scope, id)) return id;
    await trashEntry(write, scope, id, at);
    return into;
  }
}

async function hasChildren(write: Write, scope: Scope, id: string): Promise<boolean> {
  for await (const { nodes } of walkBelow(write.trx, scope, [id])) return nodes.length > 0;
  return false;
}

function throwInto(error: unknown, into: string): never {
  if (!(error instanceof KeepsakeError) || error.code !== 'too-much-at-once') throw error;
  throw new KeepsakeError(error.code, { data: { ...(error.data as object), into } });
}
