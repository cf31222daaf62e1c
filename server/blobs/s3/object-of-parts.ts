import { BlobNotFound } from '../blob-store.ts';
import { bytesIn, type Growing, s3PartBytes } from './blob-state.ts';
import type { Part, SizedPart } from './client/multiparts.ts';
import type { Slice } from './client/read-objects.ts';
import type { HeldBlob } from './held-blob.ts';
import type { S3Parts } from './parts.ts';

/** The last part, which may be small, has this number, whoever sends it: the highest there is (Amazon S3, "multipart upload limits"). */
export const lastNumber = 10_000;
/** Parts may be sent late, while an object is made. */
const maxTries = 4;

/** An object that was made of parts. */
type Made = {
  /** Where the blob's parts lie in it, in order. */
  slices: Slice[];
  /** Whether the pieces behind the parts are in it, too. */
  hasTail: boolean;
  /** Whether nothing else is in it. */
  isPure: boolean;
};

/**
 * Makes an object of the parts, and of a last one when there is one. What it is made of is recorded first, so that the
 * successor of a node that died makes the same object, or finds it made. Where a server wants all parts that were ever
 * sent, the object contains foreign bytes, which the slices leave out. Throws BlobOffsetConflict, BlobNotFound.
 */
export async function makeObject({ bucket }: S3Parts, held: HeldBlob, last?: Part): Promise<Made> {
  const { growing } = held.state;
  if (growing === undefined) throw new Error('No object grows');
  const own = growing.parts.map(([number, etag]): SizedPart => [number, etag, s3PartBytes]);
  const tail: SizedPart[] = last === undefined ? [] : [[...last, bytesIn(held.state.pieces)]];
  let ending = growing.ending ?? { parts: [...own, ...tail], hasTail: last !== undefined };
  if (growing.ending === undefined) await record(held, growing, ending);
  for (let tried = 1; !(await bucket.complete(growing, ending.parts)); tried += 1) {
    if (tried === maxTries) throw new Error(`The S3 server rejects the parts of blob ${held.id}`);
    ending = { parts: await bucket.listParts(growing), hasTail: false };
    await record(held, growing, ending);
  }
  const slices = slicesIn(growing, ending.parts);
  return { slices, hasTail: ending.hasTail, isPure: ending.parts.length === own.length + (ending.hasTail ? 1 : 0) };
}

async function record(held: HeldBlob, growing: Growing, ending: NonNullable<Growing['ending']>): Promise<void> {
  await held.record({ ...held.state, growing: { ...growing, ending } });
}

function slicesIn({ key, parts }: Growing, all: readonly SizedPart[]): Slice[] {
  const places = new Map<string, Slice>();
  let start = 0;
  for (const [number, etag, size] of all) {
    places.set(nameOf([number, etag]), { key, start, size });
    start += size;
  }
  return parts.map((part) => {
    const place = places.get(nameOf(part));
    if (place?.size !== s3PartBytes) throw new BlobNotFound('Parts no longer exist');
    return place;
  });
}

function nameOf([number, etag]: Part): string {
  return `${number} ${etag.replaceAll('"', '')}`;
}
