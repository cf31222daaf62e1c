import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Kysely } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import type { Tables } from '#server/database/tables.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { bytesIn, sha256OfFile } from '#server/integrity/read-bytes.ts';
import { concurrently } from '../concurrently.ts';
import { copyVerified } from '../copy-verified.ts';
import { readValues } from '../json-lines.ts';
import type { Output } from '../output.ts';
import type { RoomForData } from './room-for-data.ts';

/** What a backup needs of a row of `blobs`. */
type Blob = { id: string; size: number; sha256: string | null };

type BackupCopier = ReturnType<typeof createBackupCopier>;

const filesAtOnce = 4;
const smallBlobsAtOnce = 16;
const pageRows = 500;

/** Copies blobs into a backup folder, each once, and counts. */
export function createBackupCopier(root: string, { room, output }: { room: RoomForData; output: Output }) {
  const sums = new Map<string, string>();
  const touched = new Set<string>();
  const missing: string[] = [];
  let expected = 0;
  let copied = 0;
  let copiedBytes = 0;
  let bytes = 0;

  return {
    /** SHA-256 by blob. */
    sums,
    expect: (count: number) => void (expected = count),
    async copy({ id, size, sha256 }: Blob, source: AsyncIterable<Uint8Array>): Promise<void> {
      const target = blobPath(root, id);
      try {
        if ((await sizeOf(target)) === size) sums.set(id, sha256 ?? (await sha256OfFile(target)));
        else {
          await room.leave(size);
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          sums.set(id, await copyVerified(room.whileLeft(source), target, { sha256, size }));
          touched.add(dirname(target));
          copied += 1;
          copiedBytes += size;
        }
        bytes += size;
      } catch (error) {
        if (!(error instanceof DamagedBlob)) throw error;
        missing.push(id);
        output.complain(`Blob ${id} is not in the backup. ${error.message}.`);
      }
      output.draw({ what: 'Blobs', done: sums.size, of: expected, bytes });
    },
    async sync(): Promise<void> {
      for (const folder of touched) await syncFolder(folder);
      await syncFolder(root);
    },
    done: () => ({ copied, copiedBytes, bytes, missing: missing.toSorted() }),
  };
}

/** Copies the blobs whose bytes are in the database, and returns their ids. */
export async function copySmallBlobs(trx: Kysely<Tables>, copier: BackupCopier): Promise<Set<string>> {
  const ids = new Set<string>();
  await concurrently(smallBlobs(trx), smallBlobsAtOnce, async ({ bytes, ...blob }) => {
    ids.add(blob.id);
    await copier.copy(blob, oneChunk(bytes));
  });
  return ids;
}

/** Copies the blobs of the file of rows whose bytes are in the store: all but the small ones. */
export async function copyStoredBlobs(
  rowsFile: string,
  { blobs, small }: { blobs: BlobStore; small: ReadonlySet<string> },
  copier: BackupCopier,
): Promise<void> {
  await concurrently(readValues<Blob>(rowsFile), filesAtOnce, async (blob) => {
    if (!small.has(blob.id)) await copier.copy(blob, bytesIn(blobs, blob.id));
  });
}

async function* smallBlobs(trx: Kysely<Tables>) {
  for (let last = ''; ; ) {
    const rows = await trx
      .selectFrom('small_blobs')
      .innerJoin('blobs', 'blobs.id', 'small_blobs.blob_id')
      .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'small_blobs.bytes'])
      .where('blobs.id', '>', last)
      .orderBy('blobs.id')
      .limit(pageRows)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    yield* rows;
    last = end.id;
  }
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
