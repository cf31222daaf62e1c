import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { createBatch } from '#client/batch.ts';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { maxBatchOperations } from '#contract/limits.ts';

type Entry = Folder | StoredFile;

/** What did not go to Trash, and the error that the server gave for it. */
export type NotTrashed = { entry: Entry; error: unknown };

/** After so many entries that the server refused, the rest is not tried. */
const maxRefused = 20;

/**
 * Moves entries to Trash in batches; a batch with one that cannot go is sent again without it. `onDone` gets the ids of
 * each batch that went. Ends at once when the server cannot be reached.
 */
export async function trashInBatches(
  api: Pick<ApiClient, 'batch'>,
  entries: readonly Entry[],
  onDone: (ids: string[]) => void,
): Promise<NotTrashed[]> {
  const failed: NotTrashed[] = [];
  let left = [...entries];
  while (left.length > 0) {
    const part = left.slice(0, maxBatchOperations);
    try {
      const batch = createBatch(api);
      for (const { id } of part) batch.trash(id);
      await batch.commit();
    } catch (error) {
      const at = refusedAt(error);
      const refused = at === undefined ? undefined : part[at];
      if (refused === undefined || failed.length + 1 >= maxRefused)
        return [...failed, ...left.map((entry) => ({ entry, error }))];
      failed.push({ entry: refused, error });
      left = left.filter((entry) => entry !== refused);
      continue;
    }
    onDone(part.map(({ id }) => id));
    left = left.slice(part.length);
  }
  return failed;
}

/** The place of the operation that the server refused. */
function refusedAt(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { operation } = (error.data ?? {}) as { operation?: unknown };
  return typeof operation === 'number' ? operation : undefined;
}
