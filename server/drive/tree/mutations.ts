import type { ChangedEntry, Folder } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import type { WriteOnce } from '../changes/write-once.ts';
import { type CopyTo, copyEntry } from './copy-entry.ts';
import type { CopyInSteps } from './copy-in-steps.ts';
import { createFolder, type EntryChange, isChange, readInside, trashEntry } from './entry-changes.ts';
import { type Heights, withHeights } from './heights.ts';
import { updateEntry } from './move-entries.ts';
import { restoreEntry } from './restore-entry.ts';
import { createRowBudget } from './row-budget.ts';
import { starEntry } from './star-entry.ts';

/** What can be taken back by the id of its operation. */
type Undoable = Pick<ChangedEntry, 'operationId'>;

export type TreeEdit = ReturnType<typeof createTreeEdit>;

type Deps = { db: Database; writeOnce: WriteOnce; copyInSteps: CopyInSteps; now: () => number };

/** Changes the tree of folders and files. Every call is all or nothing, and one transaction, apart from large copies. */
export function createTreeEdit({ db, writeOnce, copyInSteps, now }: Deps) {
  return {
    /** Creates a folder. Throws name-…, name-taken, folder-not-found, too-deep. */
    createFolder: (scope: Scope, wanted: { name: string; parentId: string | null }): Promise<Folder & Undoable> =>
      once(scope, (write) => createFolder(write, scope, wanted, now(), 'atEnd')),

    /** See `updateEntry` and `starEntry`. */
    async updateEntry(
      scope: Scope,
      id: string,
      { starred, ...change }: EntryChange & { starred?: boolean | undefined },
    ): Promise<ChangedEntry> {
      const work = (heights?: Heights) =>
        edit(scope, async (write) => {
          if (starred !== undefined) await starEntry(write, scope, id, { starred, at: now() });
          const budget = createRowBudget(heights);
          if (starred === undefined || isChange(change)) await updateEntry(write, scope, id, { ...change, budget });
          return id;
        });
      return await withHeights(db, scope, { moved: async () => [id], work });
    },

    /** Copies an entry to a folder: see `copyEntry`, and `createCopyInSteps` for large folders. */
    async copyEntry(scope: Scope, id: string, to: CopyTo): Promise<ChangedEntry> {
      try {
        return await edit(scope, (write) => copyEntry(write, scope, id, { to, at: now(), budget: createRowBudget() }));
      } catch (error) {
        if (!(error instanceof KeepsakeError) || error.code !== 'too-much-at-once') throw error;
        const { id: copy, operationId } = await copyInSteps(scope, id, to);
        return { ...(await readInside(db, scope, copy)), operationId };
      }
    },

    /** Moves an entry to Trash, a folder with everything in it. Throws entry-not-found. */
    trashEntry: (scope: Scope, id: string): Promise<Undoable> =>
      once(scope, async (write) => {
        await trashEntry(write, scope, id, now());
        return {};
      }),

    /** Takes an entry out of Trash (see `restoreEntry`). Throws not-in-trash. */
    restoreEntry: (scope: Scope, id: string): Promise<ChangedEntry> =>
      edit(scope, async (write) => {
        await restoreEntry(write, scope, id);
        return id;
      }),
  };

  /** Returns the entry whose id the work returns, in its state after it. */
  function edit(scope: Scope, work: (write: Write) => Promise<string>): Promise<ChangedEntry> {
    return once(scope, async (write) => {
      const id = await work(write);
      await write.settle();
      return await readInside(write.trx, scope, id);
    });
  }

  function once<Done>(scope: Scope, work: (write: Write) => Promise<Done>): Promise<Done & Undoable> {
    return writeOnce(scope, { work, answer: async (_write, done) => done });
  }
}
