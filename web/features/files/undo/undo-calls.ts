import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { Place } from '../cache/place.ts';

/**
 * A call that changed something: what that was, how many things, its operation, and where undoing it brings things back
 * to. `isUnsure`: whether it was undone is not known.
 */
export type DoneCall = {
  title: string;
  count: number;
  operationId: string;
  back: readonly Place[];
  isUnsure?: true;
};

/** What came back to another place than it had. */
export type Elsewhere = Awaited<ReturnType<DriveClient['undo']>>['elsewhere'][number];

/** A call that was not undone, and the error of the server. */
export type NotUndone = { call: DoneCall; error: unknown };

/** After these errors of one call the others are undone all the same. */
const finalCodes: readonly unknown[] = ['cannot-undo', 'operation-not-found'];

/**
 * Undoes calls, the last one first, and tells before and after each which are left. One that cannot be undone stays, and the others
 * are undone. Any other error, such as an unreachable server, ends it: what is left can be tried again. Returns what was
 * not undone, and what came back to another place.
 */
export async function undoCalls(
  api: Pick<DriveClient, 'undo'>,
  calls: readonly DoneCall[],
  onLeft: (calls: readonly DoneCall[]) => void,
): Promise<{ refused: NotUndone[]; elsewhere: Elsewhere[] }> {
  const refused: NotUndone[] = [];
  const elsewhere: Elsewhere[] = [];
  let left = calls;
  for (let call = left.at(-1); call !== undefined; call = left.at(-1)) {
    const others = left.slice(0, -1);
    // The server may do it, and its answer be lost, by a break or a reload.
    onLeft([...others, { ...call, isUnsure: true }]);
    try {
      elsewhere.push(...(await api.undo({ operationId: call.operationId })).elsewhere);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (!finalCodes.includes(code))
        return { refused: [...refused, ...left.map((one) => ({ call: one, error }))], elsewhere };
      if (!call.isUnsure || code !== 'operation-not-found') refused.push({ call, error });
    }
    left = others;
    onLeft(left);
  }
  return { refused, elsewhere };
}
