import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { exitCodes } from '#contract/command-line.ts';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import { readRows } from '#server/database/rows.ts';
import { holdFile, LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import type { StoredTable } from '#server/database/table-declaration.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { writeLines } from '../json-lines.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { presentIn, storedTables } from '../tables.ts';
import {
  backupPaths,
  listSnapshots,
  type Manifest,
  makeBackupFolder,
  rowsFile,
  writeManifest,
} from './backup-folder.ts';
import { copyBlobFiles, copySmallBlobs, createBackupCopier } from './copy-to-backup.ts';
import { refuseUnplain } from './plain-files.ts';
import { sweepBackup } from './sweep-backup.ts';

type Deps = { paths: DataPaths; database: ReadDatabase; now: () => number; output: Output };

/**
 * Takes a backup while the server runs: the rows as they are at one moment, then the bytes of their blobs, which nobody
 * removes meanwhile. Bytes that are already in the backup folder are not copied again. Blobs that are missing or damaged
 * are reported and noted. Throws OperatorError.
 */
export async function backUp({ paths, database, now, output }: Deps, root: string) {
  if (database.schema.state !== 'current') {
    throw new OperatorError(
      'The database was made by another version: start this version on it once, then take the backup.',
    );
  }
  await makeBackupFolder(root);
  const target = backupPaths(root);
  const unlock = lockBackups(target.lock, root);
  const release = holdFile(paths.hold);
  try {
    await refuseUnplain(root);
    for (const name of (await listSnapshots(root)).unfinished)
      await rm(join(target.snapshots, name), { recursive: true });
    const createdAt = now();
    const name = new Date(createdAt).toISOString().replaceAll(':', '-');
    const folder = join(target.snapshots, name);
    await mkdir(join(folder, 'rows'), { recursive: true, mode: 0o700 });

    const copier = createBackupCopier(target.blobs, output);
    const { installation, tables, small } = await database.snapshot(async (trx) => {
      const { id } = await trx.selectFrom('installation').select('id').executeTakeFirstOrThrow();
      const counts = await writeRows(trx, folder);
      copier.expect(counts['blobs'] ?? 0);
      return { installation: id, tables: counts, small: await copySmallBlobs(trx, copier) };
    });
    await copyBlobFiles(rowsFile(folder, 'blobs'), { blobs: paths.blobs, small }, copier);
    await copySecret(paths.secretFile, join(folder, 'secret'));
    await copier.sync();
    const sums = await writeSums(folder, copier.sums, Object.keys(tables));
    const { missing, bytes } = copier.done();
    const manifest: Manifest = {
      format: 1,
      createdAt,
      installation,
      schema: database.schema.applied,
      tables,
      blobs: copier.sums.size,
      bytes,
      missing,
      sums,
    };
    for (const path of [join(folder, 'rows'), folder, target.snapshots]) await syncFolder(path);
    await writeManifest(folder, manifest);
    await sweepBackup(root, output);
    return { name, ...copier.done(), blobs: copier.sums.size, tables };
  } finally {
    release();
    unlock();
  }
}

function lockBackups(file: string, root: string): () => void {
  try {
    return lockFile(file);
  } catch (error) {
    if (error instanceof LockHeld) throw new OperatorError(`Another backup to ${root} is running.`, exitCodes.inUse);
    throw error;
  }
}

/** Writes a file of rows for each table that a backup has. Returns the number of rows by table. */
async function writeRows(trx: Kysely<Tables>, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await presentIn(trx, storedTables))
    counts[table.name] = await writeLines(rowsFile(folder, table.name), linesOf(table));
  return counts;

  async function* linesOf(table: StoredTable) {
    for await (const rows of readRows(trx, table)) for (const row of rows) yield `${JSON.stringify(row)}\n`;
  }
}

async function copySecret(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.chmod(0o600);
  await file.sync();
  await file.close();
}

/** Writes SHA256SUMS, which `sha256sum -c` reads, for all files of a snapshot. Returns its own SHA-256. */
async function writeSums(folder: string, blobs: Map<string, string>, tables: string[]): Promise<string> {
  const file = join(folder, 'SHA256SUMS');
  await writeLines(file, lines());
  return await sha256OfFile(file);

  async function* lines() {
    for (const path of ['secret', ...tables.map((table) => `rows/${table}.ndjson`)])
      yield sumLine({ sha256: await sha256OfFile(join(folder, path)), path });
    for (const [id, sha256] of blobs) yield sumLine({ sha256, path: blobPath(join('..', '..', 'blobs'), id) });
  }
}
