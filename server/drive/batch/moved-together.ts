import type { EntryRef, Operation } from '#contract/records/batch.ts';

/** What an operation names; undefined unless it is known by then. `done` holds the ids of the operations before it. */
export function idOf(ref: EntryRef, done: readonly string[]): string | undefined {
  return typeof ref === 'string' ? ref : done[ref.operation];
}

/**
 * The entry of the next operation, which has this id; if it is moved to a folder, also those that the operations after it
 * move there in the same way.
 */
export function movedTogether(operations: readonly Operation[], done: readonly string[], id: string): string[] {
  const ids = new Set([id]);
  const kind = kindOfMove(operations[done.length], done);
  for (const next of operations.slice(done.length + 1)) {
    if (kind === undefined || next.do !== 'update' || kindOfMove(next, done) !== kind) break;
    const further = idOf(next.id, done);
    if (further === undefined || ids.has(further)) break;
    ids.add(further);
  }
  return [...ids];
}

/** Where an operation moves something and how; undefined if it does something else. */
function kindOfMove(operation: Operation | undefined, done: readonly string[]): string | undefined {
  if (operation?.do !== 'update' || operation.name !== undefined || operation.starred !== undefined) return undefined;
  if (operation.parentId === undefined) return undefined;
  const folderId = operation.parentId === null ? null : idOf(operation.parentId, done);
  return folderId === undefined ? undefined : `${folderId} ${operation.ifTaken}`;
}
