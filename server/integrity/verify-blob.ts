import { crc32 } from 'node:zlib';
import {
  BlobNotFound,
  BlobNotRegular,
  type BlobStore,
  blockBytes,
  type OpenBlob,
  pieceBytes,
  sumsPartBytes,
} from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { readSums, remakeSums, sha256Of } from './checksums.ts';
import { DamagedBlob, damaged, unreadable } from './damaged-blob-error.ts';
import { readInto } from './read-bytes.ts';
import { openStored } from './stored-bytes.ts';

type Deps = { db: Database; blobs: BlobStore };

type Options = {
  /** Bytes before this offset are skipped: a multiple of `sumsPartBytes`. */
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
 * Reads a stored blob and compares all of it with its checksums; what does not match is read twice. Checksums that are
 * missing or wrong themselves are computed again if the blob matches its SHA-256. Nothing else is changed.
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
    for (let part = Math.floor(from / sumsPartBytes); part * sumsPartBytes < row.size; part += 1) {
      const wrongAt = await comparePart(deps, blob, row, { part, buffer, onStep });
      if (wrongAt !== undefined) return await compareWhole(deps, row, wrongAt);
    }
  } finally {
    await blob.close();
  }
}

async function openWhole({ db, blobs }: Deps, row: Checked): Promise<OpenBlob> {
  const blob = await openStored(db, blobs, row).catch(async (error: unknown) => {
    if (!(error instanceof BlobNotFound) || error instanceof BlobNotRegular) throw unreadable(error);
    // A disk that is not mounted proves nothing about the blobs on it.
    if ((await blobs.owner()) === undefined) throw unreadable(new Error('the blob store is not there'));
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
    if (isLast) throw damaged('Its bytes are not those of its SHA-256');
  }
}

/** The offset at which bytes and checksums differ; undefined if the whole part matches. */
async function comparePart(
  { db }: Deps,
  blob: OpenBlob,
  { id, size }: Checked,
  { part, buffer, onStep }: Step & { part: number },
): Promise<number | undefined> {
  const start = part * sumsPartBytes;
  const end = Math.min(size, start + sumsPartBytes);
  const sums = await readSums(db, id, part);
  if (sums === undefined) return start;
  for (let at = start; at < end; at += blockBytes) {
    const block = buffer.subarray(0, Math.min(blockBytes, end - at));
    const ofBlock = {
      sha256: sums.sha256s.toString('hex', ((at - start) / blockBytes) * 32, ((at - start) / blockBytes + 1) * 32),
      crc32s: sums.crc32s.subarray(((at - start) / pieceBytes) * 4),
    };
    // Bytes that were corrupted in memory rather than on disk are correct at the second attempt.
    if (!(await fits(blob, at, block, ofBlock)) && !(await fits(blob, at, block, ofBlock))) return at;
    await onStep(at + block.length);
  }
  return undefined;
}

type BlockSums = { sha256: string; crc32s: Buffer };

async function fits(blob: OpenBlob, position: number, block: Buffer, { sha256, crc32s }: BlockSums): Promise<boolean> {
  await readInto(blob, position, block);
  for (let at = 0, sum = 0; at < block.length; at += pieceBytes, sum += 4)
    if (sum >= crc32s.length || crc32s.readUInt32BE(sum) !== crc32(block.subarray(at, at + pieceBytes))) return false;
  return (await sha256Of(block)) === sha256;
}

/** If bytes and checksums differ, the SHA-256 of the whole blob decides. */
async function compareWhole(deps: Deps, row: Checked, wrongAt: number): Promise<void> {
  const made = await remakeSums(deps, row).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (made === undefined) throw damaged(`Its bytes differ from offset ${wrongAt}`);
}
