import type { Found } from '../blob-store.ts';
import { keysOf, unpackState } from './blob-state.ts';
import { idOf, isOwnKey, kinds, type S3Parts } from './parts.ts';

type Object = { key: string; size: number; madeAt: number };

/** Everything in the bucket that is in the places of blobs, as `BlobStore.scan` has it, and the blobs of the ledger that have no objects. */
export async function* scanBucket(store: S3Parts): AsyncIterable<Found> {
  // First, so that what is known has its objects in the lists: bytes come before the ledger knows them.
  const changes = new Map<string, number>();
  for await (const { id, changedAt } of store.ledger.list()) changes.set(id, changedAt);
  const listed = new Set<string>();
  for (const kind of kinds) {
    for await (const objects of objectsById(store, kind)) {
      const key = objects[0]?.key ?? '';
      if (!isOwnKey(store, kind, key)) yield* objects.map(foreign);
      else {
        const [id, isOfBlob] = [idOf(key), kind === 'blobs'];
        if (isOfBlob) listed.add(id);
        yield* foundOf(store, id, { objects, isOfBlob, changedAt: changes.get(id) });
      }
    }
  }
  for (const [id, changedAt] of changes) {
    if (listed.has(id)) continue;
    yield* foundOf(store, id, { objects: [], isOfBlob: true, changedAt });
  }
}

/** The blob, if its bytes are here, and those of its objects that it does not need. */
async function* foundOf(
  { ledger, root }: S3Parts,
  id: string,
  { objects, isOfBlob, changedAt }: { objects: Object[]; isOfBlob: boolean; changedAt: number | undefined },
): AsyncIterable<Found> {
  const entry = await ledger.read(id);
  if (entry === undefined) {
    for (const { key, size, madeAt } of objects) yield { kind: 'beside', path: key, id, size, changedAt: madeAt };
    return;
  }
  const state = unpackState(entry.state);
  const needed = new Set(keysOf(state));
  for (const { key, size, madeAt } of objects)
    if (!needed.has(key)) yield { kind: 'beside', path: key, id, size, changedAt: madeAt };
  const sizes = new Map(objects.map(({ key, size }) => [key, size]));
  const segments = state.segments.map((key) => sizes.get(key));
  if (!isOfBlob || segments.includes(undefined)) return;
  const size = state.isComplete ? segments.reduce<number>((sum, one) => sum + (one ?? 0), 0) : state.size;
  const lastAt = changedAt ?? Math.max(...objects.map(({ madeAt }) => madeAt));
  yield { kind: 'blob', path: `${root}blobs/${id}`, id, size, changedAt: lastAt };
}

/** The objects of a kind, those of one blob together: a list is in the order of the keys. */
async function* objectsById(store: S3Parts, kind: (typeof kinds)[number]): AsyncIterable<Object[]> {
  let group: Object[] = [];
  for await (const object of store.bucket.list(`${store.root}${kind}/`)) {
    if (!isOwnKey(store, kind, object.key)) {
      yield [object];
      continue;
    }
    if (group[0] !== undefined && idOf(group[0].key) !== idOf(object.key)) {
      yield group;
      group = [];
    }
    group.push(object);
  }
  if (group.length > 0) yield group;
}

function foreign({ key, size, madeAt }: Object): Found {
  return { kind: 'foreign', path: key, id: '', size, changedAt: madeAt };
}
