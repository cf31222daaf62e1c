import { keysOf, unpackState } from './blob-state.ts';
import { removeObjects, type S3Parts } from './parts.ts';

/** Removes a blob with all its objects. Removing what does not exist is no error. */
export async function removeBlob({ bucket, ledger }: S3Parts, id: string): Promise<void> {
  for (;;) {
    const entry = await ledger.read(id);
    if (entry === undefined) return;
    if (!(await ledger.remove(id, entry.revision))) continue;
    const state = unpackState(entry.state);
    if (state.growing !== undefined) await bucket.abort(state.growing);
    await removeObjects({ bucket }, keysOf(state));
    return;
  }
}

/** Moves the objects of a blob, or the given bytes, below `quarantine/`. Returns false when there is no such blob. */
export async function quarantineBlob(store: S3Parts, id: string, bytes?: Buffer): Promise<boolean> {
  const { bucket, ledger, hasher, root } = store;
  const place = `${root}quarantine/${id}`;
  if (bytes !== undefined) {
    await bucket.put(place, bytes, await hasher.md5(bytes));
    return true;
  }
  const entry = await ledger.read(id);
  if (entry === undefined) return false;
  let isMoved = false;
  for (const key of unpackState(entry.state).segments) {
    if (!(await bucket.copy(key, place + key.slice(key.lastIndexOf('.'))))) continue;
    await bucket.remove(key);
    isMoved = true;
  }
  return isMoved;
}

/** The objects below `quarantine/`. */
export async function countQuarantined({ bucket, root }: S3Parts): Promise<number> {
  let count = 0;
  for await (const _ of bucket.list(`${root}quarantine/`)) count += 1;
  return count;
}
