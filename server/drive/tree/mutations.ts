import type { Entry, Folder } from '#contract/entries.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Changes, Write } from '../changes/changes.ts';
import { copyEntry } from './copy-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { createFolder, readInside, trashEntry, updateEntry } from './steps.ts';

export type TreeEdit = ReturnType<typeof createTreeEdit>;

/** Changes the tree of folders and files. Every function is one transaction, all or nothing. */
export function createTreeEdit({ changes, now }: { changes: Changes; now: () => number }) {
  return {
    /** Makes a folder. Throws name-…, name-taken, folder-not-found, too-deep. */
    async createFolder(principal: Principal, wanted: { name: string; parentId: string | null }): Promise<Folder> {
      const { folder } = await edit(principal, (write) => createFolder(write, principal, wanted, now()));
      if (folder === null) throw new Error('A folder that was just made is no folder');
      return folder;
    },

    /** See `updateEntry`. */
    updateEntry: (
      principal: Principal,
      id: string,
      change: { name?: string; parentId?: string | null },
    ): Promise<Entry> =>
      edit(principal, async (write) => {
        await updateEntry(write, principal, id, change);
        return id;
      }),

    /** Copies an entry to a folder (see `copyEntry`). Throws entry-not-found, folder-not-found, name-…, copy-into-itself, too-deep. */
    copyEntry: (principal: Principal, id: string, to: { parentId: string | null; name?: string }): Promise<Entry> =>
      edit(principal, (write) => copyEntry(write, principal, id, to, now())),

    /** Moves an entry to Trash; what lies in a folder goes with it. Throws entry-not-found. */
    trashEntry: (principal: Principal, id: string): Promise<void> =>
      changes.write(principal, (write) => trashEntry(write, principal, id, now())),

    /** Takes an entry out of Trash (see `restoreEntry`). Throws not-in-trash. */
    restoreEntry: (principal: Principal, id: string): Promise<Entry> =>
      edit(principal, async (write) => {
        await restoreEntry(write, principal, id);
        return id;
      }),
  };

  /** Returns the entry whose id the work returned, as it is after it. */
  function edit(principal: Principal, work: (write: Write) => Promise<string>): Promise<Entry> {
    return changes.write(principal, async (write) => readInside(write.trx, principal, await work(write)));
  }
}
