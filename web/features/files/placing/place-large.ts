import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import { entryOf } from '../cache/listing-cache.ts';
import { pagesOf } from '../cache/pages-of.ts';
import {
  nothingPlaced,
  type Place,
  type Placed,
  type Placing,
  type PlacingDeps,
  type Thing,
  undoneBy,
} from './placing-outcome.ts';

/**
 * Moves or copies a folder that is too large for a batch, as the server does with others: with a call of its own, or, where
 * it is merged, child by child, with the same choice for them. `error` is that of the batch. Throws ApiError.
 */
export async function placeLarge(
  deps: PlacingDeps,
  thing: Thing,
  placing: Placing,
  { error, place }: { error: ApiError; place: Place },
): Promise<Placed> {
  const { api, onLeft, signal } = deps;
  const { what, parentId, ifTaken } = placing;
  const { into } = error.data as { into?: string };
  return into === undefined ? await put() : await merge(into);

  /** A copy that is given no name gets another one where its own is taken, as it shall in its own folder. */
  async function put(number = 1): Promise<Placed> {
    const own = what === 'copy' && thing.parentId !== parentId ? thing.name : undefined;
    const name = number === 1 ? own : `${thing.name} (${number})`;
    const wanted = { id: thing.id, parentId, ...(name !== undefined && { name }) };
    try {
      const { operationId, ...entry } = await (what === 'move' ? api.entries.update(wanted) : api.entries.copy(wanted));
      if (what === 'move' && thing.parentId !== parentId) onLeft([thing]);
      const calls = [{ things: [thing], operationId, ...undoneBy(what) }];
      return { ...nothingPlaced(), done: [{ thing, entry: entryOf(entry) }], calls };
    } catch (refusal) {
      const isTaken = refusal instanceof ApiError && refusal.code === 'name-taken';
      if (isTaken && ifTaken !== 'stay' && ifTaken !== 'skip') return await put(number + 1);
      throw refusal;
    }
  }

  async function merge(id: string): Promise<Placed> {
    const merged = await place(deps, await childrenOf(api, thing.id), { ...placing, parentId: id });
    const { calls, stayed, refused } = merged;
    const stayedInside = [...stayed, ...merged.stayedInside];
    if (what === 'copy' || signal.aborted || stayedInside.length > 0 || refused.length > 0)
      return { ...nothingPlaced(), calls, stayedInside, refused };
    // It is empty now, unless something came into it meanwhile: the server merges that, and moves it to Trash.
    const end = await place({ ...deps, onProgress: () => {} }, [thing], placing);
    return { ...end, calls: [...calls, ...end.calls] };
  }
}

async function childrenOf(api: DriveClient, parentId: string): Promise<Thing[]> {
  const children: Thing[] = [];
  for await (const { folders, files } of pagesOf(api, parentId))
    for (const entry of [...folders, ...files])
      children.push({ id: entry.id, name: entry.name, isFolder: !('url' in entry), parentId });
  return children;
}
