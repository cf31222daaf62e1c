import type { Kysely } from 'kysely';
import { nameProblem } from '#contract/names/names.ts';
import type { Entry, Folder } from '#contract/records/entries.ts';
import { trashId } from '#server/database/folder-contents.ts';
import { together } from '#server/database/statements/together.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Place } from '../changes/steps.ts';
import type { Write } from '../changes/transactions.ts';
import { ancestorsOfFolder } from './ancestors.ts';
import { inTrash, less, ownContents } from './contents.ts';
import { checkDepth, depthIn } from './depth.ts';
import { insertFolder, nameColumns } from './new-entry.ts';
import { findByName, readEntries } from './records.ts';

/** A new name, a new folder (null is Root), or both. */
export type EntryChange = { name?: string | undefined; parentId?: string | null | undefined };

export function isChange({ name, parentId }: EntryChange): boolean {
  return name !== undefined || parentId !== undefined;
}

/** Creates a folder (`when`: see `insertFolder`). Throws name-…, name-taken, folder-not-found, too-deep. */
export async function createFolder(
  write: Write,
  scope: Scope,
  { name, parentId: wantedParentId }: { name: string; parentId: string | null },
  at: number,
  when?: 'now' | 'atEnd',
): Promise<Folder> {
  checkName(name);
  const { trx, changed, did } = write;
  const parentId = wantedParentId ?? scope.root;
  const [line, there] = await together([
    ancestorsOfFolder(trx, scope, parentId),
    findByName(trx, scope, parentId, name),
  ]);
  checkDepth(await depthIn(trx, scope, line));
  if (there !== undefined) throw new KeepsakeError('name-taken');
  const id = await insertFolder(write, scope, { name, parentId, at }, when);
  changed(id);
  did({ did: 'make', id, isEmpty: true });
  // Reading the new row again would tell nothing else.
  const contents = { folders: 0, files: 0, bytes: 0 };
  return {
    id,
    name,
    parentId,
    userId: scope.account,
    path: line,
    createdAt: at,
    contents,
    pictures: [],
    starred: false,
  };
}

/** Moves an entry to Trash, a folder with everything in it. Throws entry-not-found. */
export async function trashEntry(write: Write, scope: Scope, id: string, at: number): Promise<void> {
  await readInside(write.trx, scope, id);
  if (id === scope.root) throw new KeepsakeError('not-allowed');
  await moveToTrash(write, scope, id, at);
}

/** Moves an entry that is known to be live to Trash, where it keeps its place, or has the one that is given. */
export async function moveToTrash(
  { trx, changed, did, gained }: Write,
  scope: Scope,
  id: string,
  at: number,
  as?: Place,
): Promise<void> {
  const from = await placeOf(trx, scope, id);
  const own = await ownContents(trx, scope, id);
  gained(own.parentId, less(own.contents));
  gained(trashId, inTrash(own));
  await trx
    .updateTable('entries')
    .set({ trashed_at: at, ...(as && { ...nameColumns(as.name), parent_id: as.parentId }) })
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .execute();
  changed(id);
  did({ did: 'trash', id, from, at });
}

/** The name and folder of an entry that exists. */
export async function placeOf(db: Kysely<Tables>, scope: Scope, id: string): Promise<Place> {
  const { name, parent_id: parentId } = await db
    .selectFrom('entries')
    .select(['name', 'parent_id'])
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .executeTakeFirstOrThrow();
  return { name, parentId };
}

/** Throws name-… if a name is not valid. */
export function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new KeepsakeError(problem);
}

/** Throws name-taken if an entry has that name in a folder. */
export async function checkFree(
  db: Kysely<Tables>,
  scope: Scope,
  parentId: string | null,
  name: string,
): Promise<void> {
  if ((await findByName(db, scope, parentId, name)) !== undefined) throw new KeepsakeError('name-taken');
}

/** A live entry. Throws entry-not-found. */
export async function readInside(db: Kysely<Tables>, scope: Scope, id: string): Promise<Entry> {
  const entry = (await readEntries(db, scope, [id])).get(id);
  if (entry === undefined) throw new KeepsakeError('entry-not-found');
  return entry;
}
