import type { Entry, Folder } from '#contract/entries.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import { copyEntry } from './copy-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { createFolder, readInside, trashEntry, updateEntry } from './steps.ts';

export type TreeEdit = ReturnType<typeof createTreeEdit>;

/** Changes the tree of folders and files. Every call is one transaction, all or nothing. */
export function createTreeEdit({ transactions, now }: { transactions: Transactions; now: () => number }) {
  return {
    /** Creates a folder. Throws name-…, name-taken, folder-not-found, too-deep. */
    async createFolder(scope: Scope, wanted: { name: string; parentId: string | null }): Promise<Folder> {
      const { folder } = await edit(scope, (write) => createFolder(write, scope, wanted, now()));
      return required(folder, 'record of a new folder');
    },

    /** See `updateEntry`. */
    updateEntry: (scope: Scope, id: string, change: { name?: string; parentId?: string | null }): Promise<Entry> =>
      edit(scope, async (write) => {
        await updateEntry(write, scope, id, change);
        return id;
      }),

    /** Copies an entry to a folder (see `copyEntry`). Throws entry-not-found, folder-not-found, name-…, copy-into-itself, too-deep. */
    copyEntry: (scope: Scope, id: string, to: { parentId: string | null; name?: string }): Promise<Entry> =>
      edit(scope, (write) => copyEntry(write, scope, id, to, now())),

    /** Moves an entry to Trash, a folder with everything in it. Throws entry-not-found. */
    trashEntry: (scope: Scope, id: string): Promise<void> =>
      transactions.write(scope, (write) => trashEntry(write, scope, id, now())),

    /** Takes an entry out of Trash (see `restoreEntry`). Throws not-in-trash. */
    restoreEntry: (scope: Scope, id: string): Promise<Entry> =>
      edit(scope, async (write) => {
        await restoreEntry(write, scope, id);
        return id;
      }),
  };

  /** Returns the entry whose id the work returns, in its state after it. */
  function edit(scope: Scope, work: (write: Write) => Promise<string>): Promise<Entry> {
    return transactions.write(scope, async (write) => readInside(write.trx, scope, await work(write)));
  }
}
