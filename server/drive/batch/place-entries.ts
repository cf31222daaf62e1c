import type { IfTaken } from '#contract/records/batch.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { lastOf } from '../tree/ancestors.ts';
import { copyEntry } from '../tree/copy-entry.ts';
import { checkName, type EntryChange, trashEntry } from '../tree/entry-changes.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import { beginMoves, type Moves } from '../tree/move-entries.ts';
import type { RowBudget } from '../tree/row-budget.ts';
import { walkBelow } from '../tree/subtree.ts';
import { nextVersionFrom } from './next-version.ts';

/** How entries are placed: moved or copied, and what happens to one whose name is taken; without a choice, a move fails. */
export type Placing = {
  write: Write;
  scope: Scope;
  budget: RowBudget;
  at: number;
  /** Called with each entry that stays where it is because its name is taken. */
  onStayed: (entry: { id: string; name: string }) => void;
} & ({ what: 'move'; ifTaken: IfTaken | undefined } | { what: 'copy'; ifTaken: IfTaken });

/**
 * Moves different entries to a folder, one after the other, or copies one, also where a name is taken: there an entry stays
 * where it is, gets a number, becomes the next version of the file there, or, a folder, is merged with the folder there, with
 * the same choice for everything in it. A folder never becomes a version of a file, nor is it merged with one that it lies in:
 * then it gets a number. A single entry may get another name, and stays in its folder if none is given. Yields for each the id
 * of what is there then, and its own if it stayed. What was moved into something else is in Trash: a file with the versions it
 * had, a folder when nothing stayed in it. Throws what `updateEntry` and `copyEntry` throw.
 */
export async function* placeEntries(
  placing: Placing,
  ids: readonly string[],
  to: EntryChange,
): AsyncGenerator<string, void> {
  const { write, scope, what, ifTaken, budget, at } = placing;
  const { name } = to;
  if (name !== undefined) checkName(name);
  let begun: Moves | undefined;
  for (const [i, id] of ids.entries()) {
    begun ??= await beginMoves(write, scope, ids.slice(i), { ...to, budget });
    yield await place(begun, id);
  }
  await begun?.write();

  async function place(moves: Moves, id: string): Promise<string> {
    if (ifTaken === undefined) return await put(moves, id, name);
    budget.take(1);
    const entry = moves.entry(id);
    const line = moves.folder();
    const folderId = lastOf(line);
    const wanted = { name: name ?? entry.name, kind: entry.kind };
    const there = moves.there(wanted.name);
    if (there === undefined || there.id === id) return await put(moves, id, name === entry.name ? undefined : name);
    if (line.some((above) => above.id === id))
      throw new KeepsakeError(what === 'move' ? 'move-into-itself' : 'copy-into-itself');

    const isInside = entry.line.some((above) => above.id === there.id);
    if (ifTaken === 'stay') return stay(entry);
    if (entry.kind === 'folder' && there.kind === 'folder' && !isInside) {
      await moves.write();
      // What is in the folders changes places.
      begun = undefined;
      // A client that has to do it child by child learns whereto.
      return await merge(id, there.id).catch((error: unknown) => throwInto(error, there.id));
    }
    if (ifTaken === 'skip') return stay(entry);
    await moves.write();
    if (ifTaken === 'next-version' && entry.kind === 'file' && there.kind === 'file') {
      await nextVersionFrom(write, scope, { from: id, to: { folderId, name: wanted.name }, at });
      if (what === 'move') await trashEntry(write, scope, id, at);
      return there.id;
    }
    return await put(moves, id, await freeNumberedName(write.trx, scope, folderId, wanted));
  }

  function stay({ id, name: own }: { id: string; name: string }): string {
    placing.onStayed({ id, name: own });
    return id;
  }

  async function put(moves: Moves, id: string, as: string | undefined): Promise<string> {
    if (what === 'copy')
      return await copyEntry(write, scope, id, { to: { parentId: to.parentId ?? null, name: as }, at, budget });
    await moves.move(id, as);
    return id;
  }

  async function merge(id: string, into: string): Promise<string> {
    const children: string[] = [];
    for await (const { nodes, depth } of walkBelow(write.trx, scope, [id])) {
      if (depth > 1) break;
      budget.take(nodes.length);
      children.push(...nodes.map((node) => node.id));
    }
    // A copy takes a name that the next one may have.
    const groups = what === 'copy' ? children.map((child) => [child]) : [children];
    for (const group of groups) await allOf(placeEntries(placing, group, { parentId: into }));
    if (what === 'copy') return into;
    if (await hasChildren(write, scope, id)) return id;
    await trashEntry(write, scope, id, at);
    return into;
  }
}

async function allOf(placed: AsyncGenerator<string, void>): Promise<void> {
  while (!(await placed.next()).done);
}

async function hasChildren(write: Write, scope: Scope, id: string): Promise<boolean> {
  for await (const { nodes } of walkBelow(write.trx, scope, [id])) return nodes.length > 0;
  return false;
}

function throwInto(error: unknown, into: string): never {
  if (!(error instanceof KeepsakeError) || error.code !== 'too-much-at-once') throw error;
  throw new KeepsakeError(error.code, { data: { ...(error.data as object), into } });
}
