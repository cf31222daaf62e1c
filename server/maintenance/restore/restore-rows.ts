import type { Transaction } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { createRowWriter, type Row } from '#server/database/rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { bytesOfFile } from '#server/integrity/read-bytes.ts';
import { rowsFile } from '../backup/backup-folder.ts';
import { type Snapshot } from '../backup/snapshots.ts';
import { storedTables } from '../declared-tables.ts';
import { readValues } from '../json-lines.ts';
import { batchesOf } from '../row-batches.ts';

/**
 * Clients have seen revisions that came after the backup, and more may come from a second restore. None of them is used
 * again: this is more than an account reaches in a lifetime, and 2^53 has room for two million restores.
 */
const revisionStep = 2 ** 32;

/**
 * Fills empty tables with the rows of a snapshot. The bytes of small blobs come from the blobs of the backup, except those
 * that are `lost`.
 */
export async function restoreRows(
  trx: Transaction<Tables>,
  { folder, manifest }: Snapshot,
  backupBlobs: string,
  lost: readonly string[],
): Promise<void> {
  const isLost = new Set(lost);
  const insert = createRowWriter(trx);
  // A backup of an earlier version has fewer tables.
  for (const table of storedTables.filter(({ name }) => Object.hasOwn(manifest.tables, name))) {
    const { name, adapt = (row: Row) => row } = table;
    for await (const batch of batchesOf(table, readValues<Row>(rowsFile(folder, name)))) {
      const rows = batch.map(adapt);
      await insert(name, name === 'small_blobs' ? await withBytes(rows) : rows);
    }
  }

  async function withBytes(rows: Row[]): Promise<Row[]> {
    const found = rows.filter((row) => !isLost.has(String(row['blob_id'])));
    return await Promise.all(
      found.map(async (row) => ({ ...row, bytes: await wholeFile(blobPath(backupBlobs, String(row['blob_id']))) })),
    );
  }
}

async function wholeFile(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const bytes of bytesOfFile(path)) pieces.push(Buffer.from(bytes));
  return Buffer.concat(pieces);
}

/** Lets every client read everything again, and marks the blobs that are `lost`. The schema is the current one. */
export async function finishRows(trx: Transaction<Tables>, lost: readonly string[], at: number): Promise<void> {
  await trx
    .updateTable('accounts')
    .set((eb) => ({ revision: eb('revision', '+', revisionStep) }))
    .execute();
  for (const id of lost) await trx.updateTable('blobs').set({ damaged_at: at }).where('id', '=', id).execute();
}
