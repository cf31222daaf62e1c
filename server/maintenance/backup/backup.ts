import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import { keptTables, readRows, unknownTables } from '#server/database/rows.ts';
import { holdFile, LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { atOnce } from '../at-once.ts';
import { bytesOf, copyVerified, hashOf, SourceFault } from '../copy-verified.ts';
import { readValues, writeLines } from '../lines.ts';
import { exitCodes, OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { backupPaths, listSnapshots, type Manifest, makeBackupFolder, writeManifest } from './backup-folder.ts';
import { sweepBackup } from './sweep-backup.ts';

type Deps = { paths: DataPaths; database: ReadDatabase; now: () => number; output: Output };

/** What a backup needs of a row of `blobs`. */
type Blob = { id: string; size: number; sha256: string | null };

const blobsAtOnce = 4;

/**
 * Takes a backup while the server runs: the rows as they are at one moment, then the bytes they speak of, which nobody
 * removes meanwhile. Bytes that are in the folder of backups already are not copied again. Blobs that are missing or
 * damaged are told and noted. Throws Refusal.
 */
export async function backUp({ paths, database, now, output }: Deps, root: string) {
  if (database.schema.state !== 'current') {
    throw new OperatorError(
      'The database was made by another version: start this one on it once, then take the backup.',
    );
  }
  await makeBackupFolder(root);
  const target = backupPaths(root);
  const unlock = lockBackups(target.lock, root);
  const letGo = holdFile(paths.hold);
  try {
    for (const name of (await listSnapshots(root)).unfinished)
      await rm(join(target.snapshots, name), { recursive: true });
    const createdAt = now();
    const name = new Date(createdAt).toISOString().replaceAll(':', '-');
    const folder = join(target.snapshots, name);
    await mkdir(join(folder, 'rows'), { recursive: true, mode: 0o700 });

    const copied = createCopying(target.blobs, output);
    const { installation, tables, small } = await database.snapshot(async (trx) => {
      const unknown = await unknownTables(trx);
      if (unknown.length > 0)
        throw new OperatorError(`The database has tables that no backup knows: ${unknown.join(', ')}.`);
      const { id } = await trx.selectFrom('installation').select('id').executeTakeFirstOrThrow();
      const counts = await writeRows(trx, folder);
      copied.expect(counts['blobs'] ?? 0);
      return { installation: id, tables: counts, small: await copySmall(trx, copied) };
    });
    await atOnce(blobsOnDisk(join(folder, 'rows', 'blobs.ndjson'), small), blobsAtOnce, (blob) =>
      copied.copy(blob, bytesOf(blobPath(paths.blobs, blob.id))),
    );
    await copySecret(paths.secretFile, join(folder, 'secret'));
    await copied.sync();
    const sums = await writeSums(folder, copied.sums, Object.keys(tables));
    const { missing, bytes } = copied.done();
    const manifest: Manifest = {
      format: 1,
      createdAt,
      installation,
      schema: database.schema.applied,
      tables,
      blobs: copied.sums.size,
      bytes,
      missing,
      sums,
    };
    for (const path of [join(folder, 'rows'), folder, target.snapshots]) await syncFolder(path);
    await writeManifest(folder, manifest);
    await sweepBackup(root, output);
    return { name, ...copied.done(), blobs: copied.sums.size, tables };
  } finally {
    letGo();
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

async function writeRows(trx: Kysely<Tables>, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of keptTables) {
    counts[table.name] = await writeLines(rowsFile(folder, table.name), linesOf(table));
  }
  return counts;

  async function* linesOf(table: (typeof keptTables)[number]) {
    for await (const rows of readRows(trx, table)) for (const row of rows) yield `${JSON.stringify(row)}\n`;
  }
}

function rowsFile(folder: string, table: string): string {
  return join(folder, 'rows', `${table}.ndjson`);
}

/** Copies the blobs whose bytes lie in the database and returns their ids. */
async function copySmall(trx: Kysely<Tables>, copied: Copying): Promise<Set<string>> {
  const ids = new Set<string>();
  await atOnce(smallOnes(), blobsAtOnce * 4, async ({ bytes, ...blob }) => {
    ids.add(blob.id);
    await copied.copy(blob, oneChunk(bytes));
  });
  return ids;

  async function* smallOnes() {
    for (let last = ''; ; ) {
      const rows = await trx
        .selectFrom('small_blobs')
        .innerJoin('blobs', 'blobs.id', 'small_blobs.blob_id')
        .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'small_blobs.bytes'])
        .where('blobs.id', '>', last)
        .orderBy('blobs.id')
        .limit(500)
        .execute();
      const end = rows.at(-1);
      if (end === undefined) return;
      yield* rows;
      last = end.id;
    }
  }
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

async function* blobsOnDisk(file: string, small: ReadonlySet<string>): AsyncIterable<Blob> {
  for await (const blob of readValues<Blob>(file)) if (!small.has(blob.id)) yield blob;
}

type Copying = ReturnType<typeof createCopying>;

/** Copies blobs into a folder of backups, each once, and counts. */
function createCopying(root: string, output: Output) {
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
        if ((await sizeOf(target)) === size) sums.set(id, sha256 ?? (await hashOf(target)));
        else {
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          sums.set(id, await copyVerified(source, target, { sha256, size }));
          touched.add(dirname(target));
          copied += 1;
          copiedBytes += size;
        }
        bytes += size;
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        missing.push(id);
        output.complain(`Blob ${id} is not in the backup: ${error.message}`);
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

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
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
  return await hashOf(file);

  async function* lines() {
    for (const path of ['secret', ...tables.map((table) => `rows/${table}.ndjson`)])
      yield sumLine({ sha256: await hashOf(join(folder, path)), path });
    for (const [id, sha256] of blobs) yield sumLine({ sha256, path: blobPath(join('..', '..', 'blobs'), id) });
  }
}
