import { BlobOffsetConflict, type BlobSums } from '../blob-store.ts';
import { type BlobState, s3PartBytes } from './blob-state.ts';
import { openSlices, type Slice } from './client/read-objects.ts';
import { drain } from './grow.ts';
import { type HeldBlob, holdBlob } from './held-blob.ts';
import { type Hashed, type HashStep, sharedBytes } from './part-hasher.ts';
import { createPartWriter } from './part-writer.ts';
import { removeQuietly, type S3Parts } from './parts.ts';
import { gather, putPiece, readSlices, unusedKeys } from './pieces.ts';
import { putSums, readSums } from './sums.ts';

/** Two nodes may complete a blob at once. Each conflict is a step that the other one made, and there are only a few. */
const maxTries = 10;

/**
 * Makes the objects of a blob of which all bytes are here, and hashes what was not hashed while they came. Throws
 * BlobNotFound, and BlobOffsetConflict when it has another size.
 */
export async function completeBlob(store: S3Parts, id: string, size: number): Promise<BlobSums> {
  for (let tried = 1; ; tried += 1) {
    const held = await holdBlob(store.ledger, id);
    if (held.state.size !== size) throw new BlobOffsetConflict(`Blob ${id} has ${held.state.size} bytes, not ${size}`);
    try {
      if (!held.state.isComplete) await makeObjects(store, held).catch(held.throwCause);
      if (held.state.hashes === undefined) await hashAgain(store, held).catch(held.throwCause);
      return sumsOf(store, held.state);
    } catch (error) {
      if (!(error instanceof BlobOffsetConflict) || tried === maxTries) throw error;
    }
  }
}

/** The bytes of a complete blob as slices of objects. */
export function slicesOf(
  { segmentBytes }: Pick<S3Parts, 'segmentBytes'>,
  { segments, size }: Pick<BlobState, 'segments' | 'size'>,
): Slice[] {
  return segments.map((key, i) => ({ key, start: 0, size: Math.min(segmentBytes, size - i * segmentBytes) }));
}

async function makeObjects(store: S3Parts, held: HeldBlob): Promise<void> {
  const writer = createPartWriter(store, held);
  await drain(store, writer, held, true);
  const { pieces, growing, first, size } = held.state;
  const [only] = pieces;
  // What came in one append is an object already.
  if (first !== undefined && only !== undefined)
    return await held.record({ size, segments: [only.key], isComplete: true, pieces: [], sums: [], ...first });
  const rest = gather(...(await readSlices(store, pieces)));
  const step = await writer.hash(rest);
  const sums = await putSums(store, held.id, step?.parts ?? []);
  if (growing !== undefined && growing.parts.length > 0) {
    await writer.endObject({ isLast: true, ...(rest.length > 0 && { last: await writer.sendLast(rest) }) });
    // It contains foreign parts: another one is made of the pieces that are left.
    if (held.state.pieces.length > 0) return await makeObjects(store, held);
  }
  const { segments, pieces: left } = held.state;
  const last = left.length === 0 ? [] : [(await putPiece(store, 'blobs', held.id, rest)).key];
  await held.record({
    size,
    segments: [...segments, ...last],
    isComplete: true,
    pieces: [],
    sums: [...held.state.sums, ...sums],
    ...(step === undefined ? {} : { hashed: step.hashed, hashes: step.hashes }),
  });
  if (growing !== undefined && growing.parts.length === 0) await store.bucket.abort(growing).catch(() => {});
  void removeQuietly(store, unusedKeys(left, []));
}

/** Reads all bytes again. */
async function hashAgain(store: S3Parts, held: HeldBlob): Promise<void> {
  const { sums: before, size } = held.state;
  const sums: string[] = [];
  let step: HashStep | undefined;
  let hashed: Hashed | undefined;
  const blob = openSlices(store.bucket, slicesOf(store, held.state));
  if (blob.size !== size) throw new Error(`The objects of blob ${held.id} have ${blob.size} bytes, not ${size}`);
  try {
    for (let at = 0; at < size || step === undefined; at += s3PartBytes) {
      const bytes = sharedBytes(Math.min(s3PartBytes, size - at));
      await blob.read(at, bytes);
      step = await store.hasher.hash(bytes, hashed);
      hashed = step.hashed;
      sums.push(...(await putSums(store, held.id, step.parts)));
    }
  } finally {
    await blob.close();
  }
  await held.record({ ...held.state, sums, hashed: step.hashed, hashes: step.hashes });
  void removeQuietly(store, before);
}

function sumsOf({ bucket }: S3Parts, { hashes, hashed, sums }: BlobState): BlobSums {
  if (hashes === undefined || hashed === undefined) throw new Error('A blob was not hashed');
  const { rest } = hashed;
  return {
    ...hashes,
    async *parts() {
      for (const key of sums) yield await readSums(bucket, key);
      if (rest.crc32s.length > 0) yield rest;
    },
  };
}
