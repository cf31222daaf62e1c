import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import {
  BlobNotFound,
  type BlobStore,
  BlobStoreUnreachable,
  blockBytes,
  type OpenBlob,
  pieceBytes,
  sumsPartBytes,
} from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { readSums, remakeSums, sha256Of } from './checksums.ts';
import { DamagedBlob, damaged } from './damaged-blob-error.ts';
import { readInto } from './read-bytes.ts';
import { openStored } from './stored-bytes.ts';

/** A fraction of a millisecond. */
const hashedAtOnce = 256 * 1024;

const otherSha256 = 'Its bytes are not those of its SHA-256';

type Deps = { db: Database; blobs: BlobStore };

type Options = {
  /**
   * Bytes before this offset are skipped, a multiple of `sumsPartBytes`; the rest is compared with the sums of its pieces
   * only.
   */
  from?: number;
  /** Awaited after each step with the offset up to which all bytes match. An error that it throws ends the check. */
  onStep?: (verifiedTo: number) => Promise<void>;
};

/**
 * The result of a check: every byte is as it was stored; bytes are missing or differ; the disk could not read them this
 * time, which proves nothing; or the blob was purged meanwhile.
 */
export type Verdict = { state: 'intact' } | { state: 'damaged' | 'unreadable'; problem: string } | { state: 'purged' };

/**
 * Reads a stored blob and compares all of it with its checksums, piece by piece and as a whole; what does not match is read
 * twice. Checksums that are missing or wrong themselves are computed again if the blob matches its SHA-256. Nothing else is
 * changed. Throws BlobStoreUnreachable, also while the store is not there.
 */
export async function verifyBlob(deps: Deps, id: string, options: Options = {}): Promise<Verdict> {
  const row = await rowOf(deps.db, id);
  if (row === undefined) return { state: 'purged' };
  try {
    await compareAll(deps, row, options);
    return { state: 'intact' };
  } catch (error) {
    if (!(error instanceof DamagedBlob)) throw error;
    // A purge deletes the row before the bytes.
    if ((await rowOf(deps.db, id)) === undefined) return { state: 'purged' };
    return { state: error.isProven ? 'damaged' : 'unreadable', problem: error.message };
  }
}

function rowOf(db: Database, id: string): Promise<Checked | undefined> {
  return db.selectFrom('blobs').select(['id', 'account', 'size', 'sha256']).where('id', '=', id).executeTakeFirst();
}

type Checked = Pick<BlobRow, 'id' | 'account' | 'size' | 'sha256'>;

async function compareAll(deps: Deps, row: Checked, { from = 0, onStep = async () => {} }: Options): Promise<void> {
  const blob = await openWhole(deps, row);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(row.size, blockBytes));
    if (row.size <= blockBytes) return await compareSmall(blob, row, { buffer, onStep });
    const whole = from === 0 && row.sha256 !== null ? createHash('sha256') : undefined;
    for (let part = Math.floor(from / sumsPartBytes); part * sumsPartBytes < row.size; part += 1) {
      const wrongAt = await comparePart(deps, blob, row, { part, buffer, whole, onStep });
      if (wrongAt !== undefined) return await compareWhole(deps, row, `Its bytes differ from offset ${wrongAt}`);
    }
    if (whole !== undefined && whole.digest('hex') !== row.sha256) await compareWhole(deps, row, otherSha256);
  } finally {
    await blob.close();
  }
}

async function openWhole({ db, blobs }: Deps, row: Checked): Promise<OpenBlob> {
  const blob = await openStored(db, blobs, row).catch(async (error: unknown) => {
    if (!(error instanceof BlobNotFound)) throw error;
    // A disk that is not mounted proves nothing about the blobs on it.
    if ((await blobs.owner()) === undefined) throw new BlobStoreUnreachable('The blob store is not there');
    throw damaged('It is missing');
  });
  if (blob.size === row.size) return blob;
  await blob.close();
  throw damaged(`It has ${blob.size} bytes, not ${row.size}`);
}

type Step = { buffer: Buffer; onStep: (verifiedTo: number) => Promise<void> };

async function compareSmall(blob: OpenBlob, { size, sha256 }: Checked, { buffer, onStep }: Step): Promise<void> {
  for (const isLast of [false, true]) {
    await readInto(blob, 0, buffer);
    if (sha256 === null || (await sha256Of(buffer)) === sha256) return await onStep(size);
    if (isLast) throw damaged(otherSha256);
  }
}

/** The offset at which bytes and checksums differ; undefined if all of the part matches, which `whole` is then given. */
async function comparePart(
  { db }: Deps,
  blob: OpenBlob,
  { id, size }: Checked,
  { part, buffer, whole, onStep }: Step & { part: number; whole: Hash | undefined },
): Promise<number | undefined> {
  const start = part * sumsPartBytes;
  const end = Math.min(size, start + sumsPartBytes);
  const sums = await readSums(db, id, part);
  if (sums === undefined) return start;
  for (let at = start; at < end; at += blockBytes) {
    const block = buffer.subarray(0, Math.min(blockBytes, end - at));
    const crc32s = sums.crc32s.subarray(((at - start) / pieceBytes) * 4);
    // Bytes that were corrupted in memory rather than on disk are correct at the second attempt.
    if (!(await fits(blob, at, block, crc32s)) && !(await fits(blob, at, block, crc32s))) return at;
    if (whole !== undefined) await hashInSteps(whole, block);
    await onStep(at + block.length);
  }
  return undefined;
}

async function fits(blob: OpenBlob, position: number, block: Buffer, crc32s: Buffer): Promise<boolean> {
  await readInto(blob, position, block);
  for (let at = 0, sum = 0; at < block.length; at += pieceBytes, sum += 4)
    if (sum >= crc32s.length || crc32s.readUInt32BE(sum) !== crc32(block.subarray(at, at + pieceBytes))) return false;
  return true;
}

/** Between two steps others have the event loop. */
async function hashInSteps(whole: Hash, block: Buffer): Promise<void> {
  for (let at = 0; at < block.length; at += hashedAtOnce) {
    whole.update(block.subarray(at, at + hashedAtOnce));
    await setImmediate();
  }
}

/** If bytes and checksums differ, the SHA-256 of the whole blob decides. */
async function compareWhole(deps: Deps, row: Checked, problem: string): Promise<void> {
  if ((await remakeSums(deps, row)) === undefined) throw damaged(problem);
}
