import type { EntryRef, IfTaken, Operation, Stayed } from '#contract/records/batch.ts';
import type { Entry } from '#contract/records/entries.ts';
import { programMessages } from '#contract/specification-messages.ts';
import type { ApiClient } from './api.ts';

/** The entry that an operation of a batch creates or changes, for use in later operations. */
export type BatchEntry = { readonly batch: WriteBatch; readonly operation: number };

/** A folder or file: its id, or the result of an earlier operation of the same batch. Where a folder is expected, null is Root. */
type Ref = string | BatchEntry;

export type WriteBatch = ReturnType<typeof createBatch>;

/**
 * Collects operations that are applied all together or not at all (specification, sections 5 and 8). A call after
 * `commit`, or with an entry of another batch, throws an Error.
 */
export function createBatch({ batch: send }: Pick<ApiClient, 'batch'>) {
  const operations: Operation[] = [];
  let isCommitted = false;
  let operationId: string | null = null;
  let stayed: readonly Stayed[] = [];

  const batch = {
    createFolder: (name: string, parent: Ref | null): BatchEntry =>
      add({ do: 'create-folder', name, parentId: folder(parent) }),
    rename: (entry: Ref, name: string): BatchEntry => add({ do: 'update', id: ref(entry), name }),
    /** Without `ifTaken` the batch fails if the name is taken there. */
    move: (entry: Ref, parent: Ref | null, ifTaken?: IfTaken): BatchEntry =>
      add({ do: 'update', id: ref(entry), parentId: folder(parent), ...(ifTaken && { ifTaken }) }),
    copy: (entry: Ref, parent: Ref | null, name?: string, ifTaken?: IfTaken): BatchEntry =>
      add({
        do: 'copy',
        id: ref(entry),
        parentId: folder(parent),
        ...(name !== undefined && { name }),
        ...(ifTaken && { ifTaken }),
      }),
    star: (entry: Ref, starred: boolean): BatchEntry => add({ do: 'update', id: ref(entry), starred }),
    /** Moves it to Trash. */
    trash: (entry: Ref): BatchEntry => add({ do: 'trash', id: ref(entry) }),
    restore: (entry: Ref): BatchEntry => add({ do: 'restore', id: ref(entry) }),

    /**
     * Sends the operations, at most `maxBatchOperations` (contract/limits.ts). Returns the entry that each created or
     * changed, in its state after the last one; null if it is then in Trash. Throws ApiError with the index of the failed
     * operation as `data.operation`; in that case nothing was changed.
     */
    async commit(): Promise<(Entry | null)[]> {
      checkOpen();
      isCommitted = true;
      if (operations.length === 0) return [];
      const done = await send({ operations });
      operationId = done.operationId;
      stayed = done.stayed;
      return done.entries;
    },
    /** By which everything can be undone (`POST /api/undo/{operationId}`), once it is done; null if nothing was changed. */
    operationId: () => operationId,
    /** What was not moved or copied because its name is taken, also inside of merged folders, once it is done. */
    stayed: () => stayed,
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
