import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import { readRows } from '#server/database/rows.ts';
import type { StoredTable } from '#server/database/table-declaration.ts';
import type { Tables } from '#server/database/tables.ts';
import { holdBytes } from '#server/installation/bytes-hold.ts';
import type { ReadInstallation } from '#server/installation/read-installation.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { presentIn, storedTables } from '../declared-tables.ts';
import { writeLines } from '../json-lines.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { backupPaths, makeBackupFolder, rowsFile } from './backup-folder.ts';
import { copySmallBlobs, copyStoredBlobs, createBackupCopier } from './copy-to-backup.ts';
import { lockBackups } from './lock-backups.ts';
import { refuseUnplain } from './plain-files.ts';
import { createRoomForData, type RoomForData } from './room-for-data.ts';
import { listSnapshots, type Manifest, nextSequence, writeManifest } from './snapshots.ts';
import { sweepBackup } from './sweep-backup.ts';

type Deps = { installation: ReadInstallation; now: () => number; output: Output };

/**
 * Takes a backup while the server runs: the rows as they are at one moment, then the bytes of their blobs, which nobody
 * removes meanwhile. Bytes that are already in the backup folder are not copied again. Blobs that are missing or damaged
 * are reported and noted. Throws OperatorError.
 */
export async function backUp({ installation: source, now, output }: Deps, root: string) {
  const { database, blobs } = source;
  if (database.schema.state !== 'current') {
    throw new OperatorError(
      'The database was made by another version: start this version on it once, then take the backup.',
    );
  }
  await makeBackupFolder(root);
  const target = backupPaths(root);
  const unlock = lockBackups(root);
  const hold = await holdBytes(source.place).catch((error: unknown) => {
    unlock();
    throw error;
  });
  try {
    await refuseUnplain(root);
    for (const name of (await listSnapshots(root)).unfinished)
      await rm(join(target.snapshots, name), { recursive: true });
    const sequence = await nextSequence(root);
    const createdAt = now();
    const name = new Date(createdAt).toISOString().replaceAll(':', '-');
    const folder = join(target.snapshots, name);
    await mkdir(join(folder, 'rows'), { recursive: true, mode: 0o700 });

    const room = createRoomForData(root, source.place.dataFolder);
    const copier = createBackupCopier(target.blobs, { room, output });
    const { installation, secret, tables, small } = await database.snapshot(async (trx) => {
      // Before anything is written: what was removed by hand makes the room on a full disk.
      await sweepBackup(root, output, await idsOfBlobs(trx));
      await room.leave(0);
      const { id, secret: shared } = await trx
        .selectFrom('installation')
        .select(['id', 'secret'])
        .executeTakeFirstOrThrow();
      const counts = await writeRows(trx, folder, room);
      copier.expect(counts['blobs'] ?? 0);
      return { installation: id, secret: shared, tables: counts, small: await copySmallBlobs(trx, copier) };
    });
    await copyStoredBlobs(rowsFile(folder, 'blobs'), { blobs, small }, copier);
    await hold.confirm();
    await writeDurably(join(folder, 'secret'), await secretOf(source, secret));
    await copier.sync();
    const sums = await writeSums(folder, copier.sums, Object.keys(tables));
    const { missing, bytes } = copier.done();
    const manifest: Manifest = {
      format: 1,
      createdAt,
      sequence,
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
    return { name, ...copier.done(), blobs: copier.sums.size, tables };
  } finally {
    await hold.release();
    unlock();
  }
}

async function idsOfBlobs(trx: Kysely<Tables>): Promise<string[]> {
  const rows = await trx.selectFrom('blobs').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Writes a file of rows for each table that a backup has. Returns the number of rows by table. */
async function writeRows(trx: Kysely<Tables>, folder: string, room: RoomForData): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await presentIn(trx, storedTables))
    counts[table.name] = await writeLines(rowsFile(folder, table.name), linesOf(table));
  return counts;

  async function* linesOf(table: StoredTable) {
    for await (const rows of readRows(trx, table)) {
      await room.leave(0);
      for (const row of rows) yield `${JSON.stringify(row)}\n`;
    }
  }
}

/** The key of the sessions: of the data folder, or the one that all nodes share. A backup always has one. */
async function secretOf({ place, paths }: ReadInstallation, shared: string | null): Promise<string> {
  if (place.storage === undefined) return await readFile(paths.secretFile, 'utf8');
  // There is none where SECRET was always set.
  return `${shared ?? randomBytes(32).toString('base64url')}\n`;
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
