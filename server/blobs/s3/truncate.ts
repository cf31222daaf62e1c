import { BlobOffsetConflict } from '../blob-store.ts';
import { type BlobState, cut, endOfParts, keysOf } from './blob-state.ts';
import { slicesOf } from './complete.ts';
import { type HeldBlob, holdBlob } from './held-blob.ts';
import { makeObject } from './object-of-parts.ts';
import { removeQuietly, type S3Parts } from './parts.ts';

/**
 * Forgets the bytes behind `size`. No bytes are moved: what is left of an object or of the parts of one is a piece, and
 * becomes parts again when the blob grows. See `BlobStore.truncate`.
 */
export async function truncateBlob(
  store: S3Parts,
  id: string,
  size: number,
  mayCut?: () => Promise<boolean>,
): Promise<boolean> {
  const held = await holdBlob(store.ledger, id);
  const { state } = held;
  if (mayCut !== undefined && (state.isComplete || !(await mayCut()))) return false;
  if (state.size === size) return true;
  if (state.size < size) throw new BlobOffsetConflict(`Blob ${id} has ${state.size} bytes, not ${size}`);
  const isCheap = !state.isComplete && state.growing?.ending === undefined && size >= endOfParts(state);
  await held.record(isCheap ? cutPieces(state, size) : await cutParts(store, held, size).catch(held.throwCause));
  if (state.growing?.parts.length === 0 && held.state.growing === undefined) await store.bucket.abort(state.growing);
  const current = new Set(keysOf(held.state));
  await removeQuietly(
    store,
    keysOf(state).filter((key) => !current.has(key)),
  );
  return true;
}

function cutPieces(state: BlobState, size: number): BlobState {
  return { ...state, first: undefined, size, pieces: cut(state.pieces, size - endOfParts(state)).first };
}

async function cutParts(store: S3Parts, held: HeldBlob, size: number): Promise<BlobState> {
  const { segments, growing, pieces, isComplete } = held.state;
  const whole = Math.floor(size / store.segmentBytes);
  // Parts cannot be read before they are an object.
  const parts = growing === undefined || growing.parts.length === 0 ? [] : (await makeObject(store, held)).slices;
  const ends = segments.length * store.segmentBytes;
  const objects = slicesOf(store, isComplete ? held.state : { segments, size: ends });
  const { rest } = cut([...objects, ...parts, ...pieces], whole * store.segmentBytes);
  return {
    size,
    segments: segments.slice(0, whole),
    isComplete: false,
    pieces: cut(rest, size - whole * store.segmentBytes).first,
    sums: [],
  };
}
