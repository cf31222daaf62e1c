import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { createRowWriter, keptTables, type Row } from '#server/database/rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { readValues } from '../lines.ts';
import { batches, parentsFirst } from '../row-order.ts';
import type { Snapshot } from './backup-folder.ts';

/**
 * Clients have seen revisions that came after the backup, and more may come from a second restore. None of them is reached
 * again: this is more than an account makes in a life, and 2^53 has room for two million restores.
 */
const revisionStep = 2 ** 32;

/**
 * Fills empty tables with the rows of a snapshot. Bytes of the smallest blobs come from the folder of the backup's blobs,
 * but for those that are lost.
 */
export async function restoreRows(
  trx: Transaction<Tables>,
  { folder, manifest }: Snapshot,
  backupBlobs: string,
  lost: readonly string[],
): Promise<void> {
  const isLost = new Set(lost);
  const insert = createRowWriter(trx);
  for (const { name } of keptTables.filter((table) => Object.hasOwn(manifest.tables, table.name))) {
    const rows = readValues<Row>(join(folder, 'rows', `${name}.ndjson`));
    for await (const batch of batches(name === 'entries' ? parentsFirst(rows) : rows))
      await insert(name, name === 'small_blobs' ? await withBytes(batch) : batch);
  }

  async function withBytes(rows: Row[]): Promise<Row[]> {
    const there = rows.filter((row) => !isLost.has(String(row['blob_id'])));
    return await Promise.all(
      there.map(async (row) => ({ ...row, bytes: await readFile(blobPath(backupBlobs, String(row['blob_id']))) })),
    );
  }
}

/** Makes of the rows of a backup those of an installation that begins now, whose clients read everything again. */
export async function beginAnew(trx: Transaction<Tables>, missing: readonly string[], at: number): Promise<void> {
  await trx
    .updateTable('accounts')
    .set((eb) => ({ revision: eb('revision', '+', revisionStep), reserved_bytes: 0 }))
    .execute();
  // Thumbnails are no part of a backup.
  await trx.updateTable('previews').set({ state: 'waiting', tries: 0 }).where('state', '=', 'made').execute();
  for (const id of missing) await trx.updateTable('blobs').set({ damaged_at: at }).where('id', '=', id).execute();
}
