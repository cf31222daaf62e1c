import { entryOf, parentOf } from '../cache/listing-cache.ts';
import { inBatches } from './in-batches.ts';
import { placeLarge } from './place-large.ts';
import { addTo, nothingPlaced, type Place, type Thing, undoneBy } from './placing-outcome.ts';

/** Moves or copies things to a folder, in batches; a folder that is too large for a batch alone, or child by child. */
export const placeThings: Place = async (deps, things, placing) => {
  const { api, onLeft, onProgress, signal } = deps;
  const { what, parentId, ifTaken } = placing;
  const placed = nothingPlaced();
  let finished = 0;
  let total = things.length;

  const refused = await inBatches(api, things, {
    signal,
    add(batch, { id }) {
      if (what === 'move') batch.move(id, parentId, ifTaken);
      else batch.copy(id, parentId, undefined, ifTaken);
    },
    onDone(part, { entries, stayed, operationId }) {
      const isOneOfThem = (one: { operation: number; id: string }) => part[one.operation]?.id === one.id;
      const staying = new Set(stayed.filter(isOneOfThem).map(({ id }) => id));
      const going = part.flatMap((thing, i) => (staying.has(thing.id) ? [] : [{ thing, entry: entries[i] ?? null }]));
      placed.stayed.push(...part.filter(({ id }) => staying.has(id)));
      placed.stayedInside.push(...stayed.filter((one) => !isOneOfThem(one)));
      placed.calls.push({ things: going.map(({ thing }) => thing), operationId, ...undoneBy(what) });
      const left: Thing[] = [];
      for (const { thing, entry: answer } of going) {
        const entry = answer && entryOf(answer);
        const isMergedInPart = what === 'move' && entry?.id === thing.id && parentOf(entry) !== parentId;
        if (isMergedInPart) continue;
        if (entry) placed.done.push({ thing, entry });
        if (what === 'move' && thing.parentId !== parentId) left.push(thing);
      }
      onLeft(left);
      finished += part.length;
      onProgress(finished, total);
    },
    async alone(thing, error) {
      const before = { finished, total };
      const tell = (done: number, all: number) => {
        finished = before.finished + done;
        total = before.total + all;
        onProgress(finished, total);
      };
      addTo(placed, await placeLarge({ ...deps, onProgress: tell }, thing, placing, { error, place: placeThings }));
      finished += 1;
      onProgress(finished, total);
    },
  });
  addTo(placed, { ...nothingPlaced(), refused });
  return placed;
};
