import { stat } from 'node:fs/promises';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { rowsFile } from '../backup/backup-folder.ts';
import { compareFile } from '../backup/choose-snapshot.ts';
import { blobSums, type Snapshot } from '../backup/snapshots.ts';
import { concurrently } from '../concurrently.ts';
import { readValues } from '../json-lines.ts';
import type { Output } from '../output.ts';
import type { BlobWriter } from './restore-target.ts';

const blobsAtOnce = 4;

/**
 * Copies the blobs of a snapshot from the folder `from` with the writer, unless they are there already, and compares all of
 * them; those of the sample only, if there is one. Blobs that are missing, damaged or without a SHA-256 are reported, and returned by id.
 */
export async function restoreBlobs(
  { folder, manifest }: Snapshot,
  { from, writer, sample }: { from: string; writer: BlobWriter; sample?: ReadonlySet<string> | undefined },
  output: Output,
) {
  const small = await smallBlobs();
  const done = { count: 0, bytes: 0, missing: [] as string[] };
  const unlisted = new Set([...small].filter((id) => !manifest.missing.includes(id)));
  await concurrently(blobSums(folder), blobsAtOnce, async ({ id, sha256 }) => {
    unlisted.delete(id);
    if (sample?.has(id) === false) return;
    const source = blobPath(from, id);
    try {
      // Those go to the database; they are read again with their rows.
      if (small.has(id)) await compareFile(source, sha256);
      else await writer.write(id, sha256);
      done.bytes += (await stat(source)).size;
    } catch (error) {
      if (!(error instanceof DamagedBlob)) throw error;
      output.complain(`Blob ${id} cannot be restored. ${error.message}.`);
      done.missing.push(id);
    }
    done.count += 1;
    output.draw({ what: 'Blobs', done: done.count, of: manifest.blobs, bytes: done.bytes });
  });
  for (const id of unlisted) {
    output.complain(`Blob ${id} cannot be restored. It is not in SHA256SUMS.`);
    done.missing.push(id);
  }
  await writer.sync();
  return done;

  async function smallBlobs(): Promise<Set<string>> {
    const ids = new Set<string>();
    if (!Object.hasOwn(manifest.tables, 'small_blobs')) return ids;
    for await (const { blob_id } of readValues<{ blob_id: string }>(rowsFile(folder, 'small_blobs'))) ids.add(blob_id);
    return ids;
  }
}
