import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SumsPart } from '#server/blobs/blob-store.ts';
import { newId } from '#server/database/new-id.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Person } from '#tests/support/client/build-account.ts';

const mebibyte = 1024 ** 2;

/** 10 GiB. */
export const sparseBytes = 10_240 * mebibyte;
/** Of `sparseBytes` zeros. */
const hashes = {
  sha256: '732377e7f4a2abdc13ddfa1eb4c9c497fd2a2b294674d056cf51581b47dd586d',
  md5: 'LdJsTUeZ69Kfox5I1J6OUw==',
};
/** The layout of the checksums of a blob: `BlobSumsRow`. */
const sumsPartBytes = 256 * mebibyte;
const pieceBytes = 64 * 1024;

/**
 * Creates a file of 10 GiB of zeros that takes no space on the disk: the rows and checksums of an upload, and a sparse
 * blob. Returns the path of its content.
 */
export async function seedSparseFile(dataFolder: string, { uid, api }: Person): Promise<string> {
  // The account has its row with its first folder.
  await api.folders.create({ name: 'First', parentId: null });
  const [blobId, fileId, versionId, at] = [newId(), newId(), newId(), Date.now()];
  const blob = await open(join(dataFolder, 'blobs', blobId.slice(-2), blobId), 'wx', 0o600);
  await blob.truncate(sparseBytes);
  await blob.close();

  const { db, close } = await openDatabase({ url: undefined, file: join(dataFolder, 'keepsake.db') });
  const name = 'sparse.bin';
  await db
    .insertInto('blobs')
    .values({ id: blobId, account: uid, size: sparseBytes, created_at: at, ...hashes })
    .execute();
  const sums = sumsOfZeros();
  for (let part = 0; part < sparseBytes / sumsPartBytes; part += 1) {
    await db
      .insertInto('blob_sums')
      .values({ blob_id: blobId, part, ...sums })
      .execute();
  }
  const entry = { id: fileId, account: uid, parent_id: null, kind: 'file' as const, name, name_key: name };
  const keys = { sort_name: name, sort_size: sparseBytes, sort_kind: 'unknown' };
  const times = { created_at: at, modified_at: at, trashed_at: null };
  await db
    .insertInto('entries')
    .values({ ...entry, ...times, current_version: versionId, ...keys })
    .execute();
  const version = {
    id: versionId,
    entry_id: fileId,
    blob_id: blobId,
    size: sparseBytes,
    content_type: 'application/octet-stream',
  };
  const state = { created_at: at, generation: 1, metageneration: 1, metadata: null, updated_at: null };
  await db
    .insertInto('versions')
    .values({ ...version, ...state })
    .execute();
  await close();
  return `/content/${fileId}/${versionId}/${name}`;
}

function sumsOfZeros(): SumsPart {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(Buffer.alloc(pieceBytes)));
  return { crc32s: repeated(crc, sumsPartBytes / pieceBytes) };
}

function repeated(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}
