import { nameKey } from '#contract/names/names.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { type AncestorFolder, lastOf, lineOfFolder, liveLine, readAncestors } from './ancestors.ts';
import { less, ownContentsOf } from './contents.ts';
import { checkTreeDepth } from './depth.ts';
import { checkName, type EntryChange } from './entry-changes.ts';
import { nameColumns } from './new-entry.ts';
import { findByNames, type Named } from './records.ts';
import type { RowBudget } from './row-budget.ts';

type Change = EntryChange & { budget: RowBudget };

export type Moves = Awaited<ReturnType<typeof beginMoves>>;

/**
 * Renames an entry, moves it to another folder, or both. Throws entry-not-found, folder-not-found, name-…,
 * move-into-itself, and what `checkTreeDepth` throws.
 */
export async function updateEntry(write: Write, scope: Scope, id: string, change: Change): Promise<void> {
  if (change.name !== undefined) checkName(change.name);
  const moves = await beginMoves(write, scope, [id], change);
  await moves.move(id, change.name);
  await moves.write();
}

/**
 * Begins to move different entries to one folder, one after the other. A single one may get another name, and stays in its
 * folder if none is given. What that takes is read here at once, and what is moved is written at once by `write`; until then
 * the tree is stored as it was. Nothing else may move these entries or the folders above them meanwhile.
 */
export async function beginMoves(
  { trx, changed, did, gained }: Write,
  scope: Scope,
  ids: readonly string[],
  { name, parentId, budget }: Change,
) {
  const given = parentId ?? scope.root;
  const ancestors = await readAncestors(trx, scope, parentId === undefined || given === null ? ids : [...ids, given]);
  const folderId = parentId === undefined ? ownFolder() : given;
  const entries = ids.flatMap((id) => ancestors.get(id) ?? []);
  const taken = await findByNames(
    trx,
    scope,
    folderId,
    entries.map((one) => name ?? one.name),
  );
  const coming = entries.filter(({ parent_id }) => parent_id !== folderId);
  const contents = await ownContentsOf(
    trx,
    scope,
    coming.map(({ id }) => id),
  );
  let moved: string[] = [];
  let renamed: { id: string; name: string }[] = [];

  return { entry, folder, there, move, write };

  /** An entry and its path, itself last, as they are now. Throws entry-not-found. */
  function entry(id: string) {
    const line = liveLine(ancestors, scope, id);
    const own = line?.at(-1);
    if (line === undefined || own === undefined) throw new KeepsakeError('entry-not-found');
    return { ...own, line };
  }

  /** The path to the folder. Throws folder-not-found. */
  function folder(): AncestorFolder[] {
    return lineOfFolder(ancestors, scope, folderId);
  }

  /** What has a name there now: one of those that the entries bring along. */
  function there(wanted: string): Named | undefined {
    return taken.get(nameKey(wanted));
  }

  /** Moves one of the entries, which gets another name if one is given. Throws what `updateEntry` throws. */
  async function move(id: string, as?: string): Promise<void> {
    const own = entry(id);
    // The entry at the top of a scope cannot be changed from within.
    if (id === scope.root) throw new KeepsakeError('not-allowed');
    const line = folder();
    const from = { name: own.name, parentId: own.parent_id };
    const to = { name: as ?? own.name, parentId: lastOf(line) };
    if (line.some((above) => above.id === id)) throw new KeepsakeError('move-into-itself');
    const isMoved = to.parentId !== from.parentId;
    if (isMoved && own.kind === 'folder') {
      // What is stored below it is looked through.
      await write();
      await checkTreeDepth(trx, scope, id, { line, budget });
    }
    const other = there(to.name);
    if (other !== undefined && other.id !== id) throw new KeepsakeError('name-taken');
    taken.set(nameKey(to.name), { id, kind: own.kind, name: to.name });
    const { line: _, ...row } = own;
    ancestors.set(id, { ...row, name: to.name, parent_id: to.parentId });
    changed(id);
    if (isMoved) {
      const { contents: gain } = required(contents.get(id), 'contents of an entry');
      gained(from.parentId, less(gain));
      gained(to.parentId, gain);
      // It holds less now, as do those above it.
      if (from.parentId !== null) changed(from.parentId);
    }
    if (to.name !== from.name) renamed.push({ id, name: to.name });
    else if (isMoved) moved.push(id);
    else return;
    did({ did: 'place', id, from, to });
  }

  /** Stores what was moved so far. */
  async function write(): Promise<void> {
    for (const group of groupsOf(moved)) await update(group, { parent_id: folderId });
    for (const { id, name: as } of renamed) await update([id], { ...nameColumns(as), parent_id: folderId });
    moved = [];
    renamed = [];
  }

  async function update(some: string[], columns: { parent_id: string | null }): Promise<void> {
    const ofAccount = trx.updateTable('entries').set(columns).where('account', '=', scope.account);
    await ofAccount.where('id', 'in', some).execute();
  }

  function ownFolder(): string | null {
    const [id] = ids;
    return (id === undefined ? undefined : liveLine(ancestors, scope, id)?.at(-2)?.id) ?? scope.root;
  }
}
