import { type BlobState, keysOf, unpackState } from './blob-state.ts';
import type { Multipart } from './client/multiparts.ts';
import { idOf, isOwnKey, kinds, type S3Parts } from './parts.ts';

/** What no blob refers to may belong to one that is just being written, or that a restored database will know. */
const graceMs = 7 * 24 * 60 * 60 * 1000;

/** Removes objects and multipart uploads of interrupted work, to which no blob has referred for 7 days. */
export async function sweep(store: S3Parts, now: number): Promise<void> {
  const { bucket, ledger, root } = store;
  for (const kind of kinds) {
    for await (const { key, madeAt } of bucket.list(`${root}${kind}/`)) {
      if (madeAt < now - graceMs && isOwnKey(store, kind, key) && !(await isKnown(key))) await bucket.remove(key);
    }
  }
  const left: Multipart[] = [];
  for await (const upload of bucket.listMultiparts(`${root}blobs/`)) {
    const isOld = upload.begunAt < now - graceMs;
    if (isOld && isOwnKey(store, 'blobs', upload.key) && !(await isGrowing(upload))) left.push(upload);
  }
  for (const upload of left) await bucket.abort(upload);

  async function isKnown(key: string): Promise<boolean> {
    const state = await stateOf(key);
    return state !== undefined && keysOf(state).includes(key);
  }

  /** Of those that were begun for one object, only the last was answered. */
  async function isGrowing({ key, uploadId }: Multipart): Promise<boolean> {
    return (await stateOf(key))?.growing?.uploadId === uploadId;
  }

  async function stateOf(key: string): Promise<BlobState | undefined> {
    const entry = await ledger.read(idOf(key));
    return entry && unpackState(entry.state);
  }
}
