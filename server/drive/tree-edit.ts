import type { Transaction } from 'kysely';
import type { Entry, Folder } from '#contract/entries.ts';
import { nameKey, nameProblem } from '#contract/names.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { lineageOfFolder } from './ancestors.ts';
import type { Changes, Write } from './changes.ts';
import { DriveError } from './drive-error.ts';
import { insertEntry } from './new-entry.ts';
import { findByName, readEntries, selectEntries } from './records.ts';

export type TreeEdit = ReturnType<typeof createTreeEdit>;

/** Changes the tree of folders and files. Every function is one transaction, all or nothing. */
export function createTreeEdit({ changes, now }: { changes: Changes; now: () => number }) {
  return {
    /** Makes a folder. Throws name-…, name-taken, folder-not-found. */
    async createFolder(actor: Actor, { name, parentId }: { name: string; parentId: string | null }): Promise<Folder> {
      checkName(name);
      return await changes.write(actor, async ({ trx, changed }) => {
        await lineageOfFolder(trx, actor, parentId);
        await checkFree(trx, actor, parentId, name);
        const id = await insertEntry(trx, actor, { kind: 'folder', name, parentId, at: now() });
        changed(id);
        const { folder } = await readInside(trx, actor, id);
        if (folder === null) throw new Error('A folder that was just made is no folder');
        return folder;
      });
    },

    /** Gives an entry another name, another folder, or both. Throws entry-not-found, folder-not-found, name-…, move-into-itself. */
    async updateEntry(
      actor: Actor,
      id: string,
      { name, parentId }: { name?: string; parentId?: string | null },
    ): Promise<Entry> {
      if (name !== undefined) checkName(name);
      return await changes.write(actor, async ({ trx, changed }) => {
        await readInside(trx, actor, id);
        const row = await selectEntries(trx, actor).where('entries.id', '=', id).executeTakeFirstOrThrow();
        const target = { name: name ?? row.name, parent_id: parentId === undefined ? row.parent_id : parentId };
        const line = await lineageOfFolder(trx, actor, target.parent_id);
        if (line.some((ancestor) => ancestor.id === id)) throw new DriveError('move-into-itself');
        await checkFree(trx, actor, target.parent_id, target.name, id);
        await trx
          .updateTable('entries')
          .set({ ...target, name_key: nameKey(target.name) })
          .where('id', '=', id)
          .where('account', '=', actor.account)
          .execute();
        changed(id);
        return await readInside(trx, actor, id);
      });
    },

    /** Moves an entry to Trash; what lies in a folder goes with it. Throws entry-not-found. */
    async trashEntry(actor: Actor, id: string): Promise<void> {
      await changes.write(actor, async (write) => {
        await readInside(write.trx, actor, id);
        await moveToTrash(write, actor, id, now());
      });
    },
  };
}

/** Moves an entry that was found in the tree to Trash, inside a transaction. */
export async function moveToTrash({ trx, changed }: Write, actor: Actor, id: string, at: number): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ trashed_at: at })
    .where('id', '=', id)
    .where('account', '=', actor.account)
    .execute();
  changed(id);
}

/** Throws the contract's code for what is wrong with a name. */
export function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new DriveError(problem);
}

async function checkFree(
  trx: Transaction<Tables>,
  actor: Actor,
  parentId: string | null,
  name: string,
  except?: string,
) {
  const taken = await findByName(trx, actor, parentId, name);
  if (taken !== undefined && taken.id !== except) throw new DriveError('name-taken');
}

async function readInside(trx: Transaction<Tables>, actor: Actor, id: string): Promise<Entry> {
  const entry = (await readEntries(trx, actor, [id])).get(id);
  if (entry === undefined) throw new DriveError('entry-not-found');
  return entry;
}
