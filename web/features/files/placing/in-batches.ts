import { ApiError } from '#client/api-error.ts';
import { createBatch, type WriteBatch } from '#client/batch.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { Stayed } from '#contract/records/batch.ts';
import type { Entry } from '#contract/records/entries.ts';

/** What the server refused to do with a thing, and the error that it gave. */
export type Refused<Thing> = { thing: Thing; error: unknown };

/** What became of the things of a batch: null for what is in Trash; `stayed` as in `WriteBatch`. */
export type Answer = { entries: readonly (Entry | null)[]; stayed: readonly Stayed[]; operationId: string | null };

/** What is to be done with each of many things. */
export type Work<Thing> = {
  add: (batch: WriteBatch, thing: Thing) => void;
  /** Called after each batch. */
  onDone: (things: readonly Thing[], answer: Answer) => void;
  /** Does one that is too much for a batch by this error, and notes by itself what became of it. Throws ApiError. */
  alone?: (thing: Thing, error: ApiError) => Promise<void>;
  /** Nothing more is begun after it. */
  signal?: AbortSignal | undefined;
};

/** So many go together: few enough for progress to be seen, and for others to be served in between. */
const atOnce = 100;
/** After so many that the server refused, the rest is not tried. */
const maxRefused = 20;

/**
 * Does something with many things, in batches; a batch with one that the server refuses is sent again without it, and one
 * that is too much only as far as it fits. Returns what was refused, and all the rest at once when the server cannot be
 * reached. What is left after the signal is not among them.
 */
export async function inBatches<Thing>(
  api: Pick<DriveClient, 'batch'>,
  things: readonly Thing[],
  { add, onDone, alone, signal }: Work<Thing>,
): Promise<Refused<Thing>[]> {
  const refused: Refused<Thing>[] = [];
  let left = [...things];
  let size = atOnce;
  while (left.length > 0 && !signal?.aborted) {
    const part = left.slice(0, size);
    try {
      const batch = createBatch(api);
      for (const thing of part) add(batch, thing);
      const entries = await batch.commit();
      onDone(part, { entries, stayed: batch.stayed(), operationId: batch.operationId() });
      left = left.slice(part.length);
      size = atOnce;
    } catch (error) {
      const fitting = fittingIn(part, error);
      const at = fitting === 0 ? 0 : refusedAt(error);
      const one = at === undefined ? undefined : part[at];
      if (fitting) size = fitting;
      else if (one === undefined) return [...refused, ...left.map((thing) => ({ thing, error }))];
      else {
        left = left.filter((thing) => thing !== one);
        const why = fitting === 0 && alone ? await whyNot(alone(one, error as ApiError)) : error;
        if (why === undefined) continue;
        refused.push({ thing: one, error: why });
        if (refused.length >= maxRefused) return [...refused, ...left.map((thing) => ({ thing, error: why }))];
      }
    }
  }
  return refused;
}

/** How many of the things of a batch that was too much fit into one; undefined if that was not the matter. */
function fittingIn(part: readonly unknown[], error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'too-much-at-once') return undefined;
  // Without a place it is their answer that is too long.
  return refusedAt(error) ?? Math.floor(part.length / 2);
}

/** The place of the operation that the server refused. */
function refusedAt(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { operation } = (error.data ?? {}) as { operation?: unknown };
  return typeof operation === 'number' ? operation : undefined;
}

async function whyNot(work: Promise<void>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
