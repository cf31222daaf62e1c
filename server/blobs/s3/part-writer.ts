import { BlobOffsetConflict } from '../blob-store.ts';
import { type BlobState, bytesIn, bytesInGrowing, cut, endOfParts, type Growing, s3PartBytes } from './blob-state.ts';
import type { Part } from './client/multiparts.ts';
import type { HeldBlob } from './held-blob.ts';
import { lastNumber, makeObject } from './object-of-parts.ts';
import type { HashStep } from './part-hasher.ts';
import { newKey, removeQuietly, type S3Parts } from './parts.ts';
import { gather, putPiece, readSlices, unusedKeys } from './pieces.ts';
import { putSums } from './sums.ts';

/** More pieces than these are joined into one. */
const maxPieces = 64;

export type PartWriter = ReturnType<typeof createPartWriter>;

/**
 * Adds to a blob. The number of a part is claimed in the ledger before the part is sent, and a piece has a key of its
 * own, so that a node that was frozen and resumes later overwrites nothing; what it wrote is in no state. Everything throws
 * BlobOffsetConflict when another node took over.
 */
export function createPartWriter(store: S3Parts, held: HeldBlob) {
  const { bucket, hasher } = store;
  let claimed: number | undefined;

  return {
    /** Stores bytes that are no part yet. Durable when it returns. */
    async addPiece(bytes: Buffer[]): Promise<void> {
      if (held.state.pieces.length >= maxPieces) await joinPieces();
      const { first: _, ...state } = held.state;
      const isFirst = state.size === 0;
      const whole = gather(...bytes);
      const [piece, step] = await Promise.all([
        putPiece(store, isFirst ? 'blobs' : 'pieces', held.id, whole),
        isFirst ? hasher.hash(whole, undefined) : undefined,
      ]);
      await recordOrRemove(
        {
          ...state,
          size: state.size + piece.size,
          pieces: [...state.pieces, piece],
          ...(step === undefined ? {} : { first: { hashed: step.hashed, hashes: step.hashes } }),
        },
        piece.key,
      );
    },

    /** Makes a part of the first pieces and these bytes, which together are enough for one. Durable when it returns. */
    async addPart(bytes: Buffer[]): Promise<void> {
      const { first: taken, rest: left } = cut(held.state.pieces, s3PartBytes);
      const whole = gather(...(await readSlices(store, taken)), ...bytes);
      const number = await claim();
      const [part, step] = await Promise.all([sendPart(number, whole), hash(whole)]);
      const sums = await putSums(store, held.id, step?.parts ?? []);
      const { hashed: _, first: __, ...state } = held.state;
      const growing = growingIn(state);
      claimed = growing.nextNumber;
      await held.record({
        ...state,
        size: state.size + whole.length - bytesIn(taken),
        // The next number is claimed with it.
        growing: { ...growing, nextNumber: claimed + 1, parts: [...growing.parts, part] },
        pieces: left,
        ...(step === undefined ? {} : { hashed: step.hashed }),
        sums: [...state.sums, ...sums],
      });
      void removeQuietly(store, unusedKeys(taken, left));
      if (bytesInGrowing(held.state) === store.segmentBytes) await endObject();
    },

    /** Sends the last part, which may be small. */
    sendLast: (bytes: Buffer): Promise<Part> => sendPart(lastNumber, bytes),

    endObject,

    /** Hashes the next bytes; undefined when the hashes are not known up to there. */
    hash,
  };

  /**
   * Ends the object that grows, with the pieces as its last part when that is given. What cannot stay as it is becomes
   * pieces, and parts again when the blob grows or is completed: it may contain foreign parts, and only the last object of a
   * complete blob may be smaller than the others.
   */
  async function endObject({ last, isLast = false }: { last?: Part; isLast?: boolean } = {}): Promise<void> {
    const { key } = growingIn(held.state);
    const { slices, hasTail, isPure } = await makeObject(store, held, last);
    claimed = undefined;
    const { growing: _, hashed, ...state } = held.state;
    const segments = [...state.segments, key];
    if (isPure && isLast && hasTail) {
      // The pieces are not hashed yet, or are hashed by the caller that completes the blob.
      await held.record({ ...state, segments, pieces: [] });
      void removeQuietly(store, unusedKeys(state.pieces, []));
    } else if (isPure && (bytesIn(slices) === store.segmentBytes || (isLast && state.pieces.length === 0))) {
      await held.record({ ...state, segments, ...(hashed && { hashed }) });
    } else {
      await held.record({ ...state, pieces: [...slices, ...state.pieces], sums: [] });
      void removeQuietly(store, state.sums);
    }
  }

  async function claim(): Promise<number> {
    const mine = claimed;
    claimed = undefined;
    if (mine !== undefined) return mine;
    const { growing, ...state } = held.state;
    if (growing !== undefined) {
      if (growing.nextNumber >= lastNumber) throw new Error(`Blob ${held.id} has no numbers left for its parts`);
      await held.record({ ...state, growing: { ...growing, nextNumber: growing.nextNumber + 1 } });
      return growing.nextNumber;
    }
    const begun = await bucket.begin(newKey(store, 'blobs', held.id));
    try {
      await held.record({ ...state, growing: { ...begun, nextNumber: 2, parts: [] } });
    } catch (error) {
      // After any other error it may have been recorded, and parts of it be wanted.
      if (error instanceof BlobOffsetConflict) await bucket.abort(begun).catch(() => {});
      throw error;
    }
    return 1;
  }

  async function sendPart(number: number, bytes: Buffer): Promise<Part> {
    return await bucket.putPart(growingIn(held.state), number, bytes, await hasher.md5(bytes));
  }

  async function joinPieces(): Promise<void> {
    const { pieces } = held.state;
    if (bytesIn(pieces) > s3PartBytes) return;
    const piece = await putPiece(store, 'pieces', held.id, gather(...(await readSlices(store, pieces))));
    await recordOrRemove({ ...held.state, pieces: [piece] }, piece.key);
    void removeQuietly(store, unusedKeys(pieces, [piece]));
  }

  async function recordOrRemove(next: BlobState, key: string): Promise<void> {
    try {
      await held.record(next);
    } catch (error) {
      if (error instanceof BlobOffsetConflict) void removeQuietly(store, [key]);
      throw error;
    }
  }

  async function hash(bytes: Buffer): Promise<HashStep | undefined> {
    const { hashed } = held.state;
    if (hashed === undefined && endOfParts(held.state) > 0) return undefined;
    // Another version of the code may have made the state.
    return await hasher.hash(bytes, hashed).catch(() => undefined);
  }
}

function growingIn({ growing }: Pick<BlobState, 'growing'>): Growing {
  if (growing === undefined) throw new Error('No object grows');
  return growing;
}
