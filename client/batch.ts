import type { EntryRef, Operation } from '#contract/batch.ts';
import type { Entry } from '#contract/entries.ts';
import { programMessages } from '#contract/messages.ts';
import type { ApiClient } from './api.ts';

/** What an operation of a batch made or changed, for the operations after it. */
export type BatchEntry = { readonly batch: WriteBatch; readonly operation: number };

/** A folder or file: its id, or what an earlier operation of the same batch made. Null is Root, where a folder is meant. */
type Ref = string | BatchEntry;

export type WriteBatch = ReturnType<typeof createBatch>;

/**
 * Collects operations that happen all or not at all (specification, section 5 and 8). Every call after `commit`, and an
 * entry of another batch, is refused with an Error.
 */
export function createBatch({ batch: send }: Pick<ApiClient, 'batch'>) {
  const operations: Operation[] = [];
  let isCommitted = false;

  const batch = {
    createFolder: (name: string, parent: Ref | null): BatchEntry =>
      add({ do: 'create-folder', name, parentId: folder(parent) }),
    rename: (entry: Ref, name: string): BatchEntry => add({ do: 'update', id: ref(entry), name }),
    move: (entry: Ref, parent: Ref | null): BatchEntry =>
      add({ do: 'update', id: ref(entry), parentId: folder(parent) }),
    copy: (entry: Ref, parent: Ref | null, name?: string): BatchEntry =>
      add({ do: 'copy', id: ref(entry), parentId: folder(parent), ...(name === undefined ? {} : { name }) }),
    /** Moves it to Trash. */
    trash: (entry: Ref): BatchEntry => add({ do: 'trash', id: ref(entry) }),
    restore: (entry: Ref): BatchEntry => add({ do: 'restore', id: ref(entry) }),

    /**
     * Sends the operations; at most `maxBatchOperations` (contract/limits.ts) are taken. Returns what each made or changed, as it is after
     * the last one; null for what is in Trash then. Throws ApiError, with the index of the refused operation as
     * `data.operation`; then nothing happened.
     */
    async commit(): Promise<(Entry | null)[]> {
      checkOpen();
      isCommitted = true;
      if (operations.length === 0) return [];
      return (await send({ operations })).entries;
    },
  };
  return batch;

  function add(operation: Operation): BatchEntry {
    checkOpen();
    return { batch, operation: operations.push(operation) - 1 };
  }

  function folder(parent: Ref | null): EntryRef | null {
    return parent === null ? null : ref(parent);
  }

  function ref(entry: Ref): EntryRef {
    if (typeof entry === 'string') return entry;
    if (entry.batch !== batch) throw new Error(programMessages.foreignReference);
    return { operation: entry.operation };
  }

  function checkOpen(): void {
    if (isCommitted) throw new Error(programMessages.batchUsed);
  }
}
