import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { createBatch, type WriteBatch } from '#client/batch.ts';
import type { ChangedEntry, Entry } from '#contract/records/entries.ts';

/** What the server refused to do with a thing, and the error that it gave. */
export type Refused<Thing> = { thing: Thing; error: unknown };

/** What is to be done with each of many things. */
export type Work<Thing> = {
  add: (batch: WriteBatch, thing: Thing) => void;
  /** Called after each batch: what became of each thing, null for what is in Trash. */
  onDone: (things: readonly Thing[], entries: readonly (Entry | null)[], operationId: string | null) => void;
  /** Does one that is too much for a batch. Throws ApiError. */
  alone?: (thing: Thing) => Promise<ChangedEntry>;
  /** Nothing more is begun after it. */
  signal?: AbortSignal | undefined;
};

/** So many go together: few enough for progress to be seen, and for others to be served in between. */
const atOnce = 100;
/** After so many that the server refused, the rest is not tried. */
const maxRefused = 20;

/**
 * Does something with many things, in batches; a batch with one that the server refuses is sent again without it. Returns
 * those, and all the rest at once when the server cannot be reached. What is left after the signal is not among them.
 */
export async function inBatches<Thing>(
  api: Pick<ApiClient, 'batch'>,
  things: readonly Thing[],
  { add, onDone, alone, signal }: Work<Thing>,
): Promise<Refused<Thing>[]> {
  const refused: Refused<Thing>[] = [];
  let left = [...things];
  while (left.length > 0 && !signal?.aborted) {
    const part = left.slice(0, atOnce);
    try {
      const batch = createBatch(api);
      for (const thing of part) add(batch, thing);
      onDone(part, await batch.commit(), batch.operationId());
      left = left.slice(part.length);
    } catch (error) {
      const at = refusedAt(error);
      const one = at === undefined ? undefined : part[at];
      if (one === undefined) return [...refused, ...left.map((thing) => ({ thing, error }))];
      left = left.filter((thing) => thing !== one);
      const why = await doneAlone(one, error);
      if (why === undefined) continue;
      refused.push({ thing: one, error: why });
      if (refused.length >= maxRefused) return [...refused, ...left.map((thing) => ({ thing, error: why }))];
    }
  }
  return refused;

  /** Returns why not. */
  async function doneAlone(thing: Thing, error: unknown): Promise<unknown> {
    if (alone === undefined || !(error instanceof ApiError) || error.code !== 'too-much-at-once') return error;
    try {
      const { operationId, ...entry } = await alone(thing);
      onDone([thing], [entry], operationId);
      return undefined;
    } catch (thrown) {
      return thrown;
    }
  }
}

/** The place of the operation that the server refused. */
function refusedAt(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { operation } = (error.data ?? {}) as { operation?: unknown };
  return typeof operation === 'number' ? operation : undefined;
}
