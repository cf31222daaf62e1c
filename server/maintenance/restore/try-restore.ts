import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { OpenDatabase } from '#server/database/open.ts';
import type { ReadInstallation } from '#server/installation/read-installation.ts';
import { withReadInstallation } from '#server/installation/read-installation.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256In } from '#server/integrity/read-bytes.ts';
import { backupPaths, rowsFile } from '../backup/backup-folder.ts';
import { lastSnapshot } from '../backup/choose-snapshot.ts';
import { lockBackups } from '../backup/lock-backups.ts';
import { createRoomForData } from '../backup/room-for-data.ts';
import { type BlobSample, sampleOf } from '../backup/sample.ts';
import { type Snapshot } from '../backup/snapshots.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { readValues } from '../json-lines.ts';
import type { Output } from '../output.ts';
import { restore } from './restore.ts';

type Deps = {
  /** Of the server: a trial restore leaves room for it. */
  dataFolder: string;
  migrateAuthTables: (database: OpenDatabase['forAuth']) => Promise<void>;
  now: () => number;
  output: Output;
};

const maxProblems = 100;
/** A database file and its log of what is not in it yet take so many times the room of the rows as lines. */
const databasePerRows = 4;

/**
 * Restores the snapshot that was taken last into a folder beside the backups, its database in a file, with all rows and the bytes of some blobs; looks
 * at it as the doctor would, reads those bytes as a server would, and removes it again. Throws OperatorError.
 */
export async function tryRestore({ dataFolder, migrateAuthTables, now, output }: Deps, root: string) {
  const snapshot = await lastSnapshot(root);
  const place = { dataFolder: backupPaths(root).trial, databaseUrl: undefined, storage: undefined };
  const unlock = lockBackups(root);
  const remove = () => rm(place.dataFolder, { recursive: true, force: true });
  try {
    await remove();
    const sample = await sampleOf(blobsIn(snapshot));
    const bytes = [...sample.values()].reduce((sum, { size }) => sum + size, 0);
    await createRoomForData(root, dataFolder).leave(bytes + databasePerRows * (await sizeOfRows(snapshot)));
    await mkdir(place.dataFolder, { mode: 0o700 });
    await restore({ place, migrateAuthTables, now, output }, root, {
      snapshot: snapshot.name,
      isIncompleteAllowed: false,
      sample: new Set(sample.keys()),
    });
    const looked = await withReadInstallation(place, { now }, (installation) => look(installation, sample, now()));
    const problems = looked?.result ?? ['There is no installation in what was restored'];
    return { snapshot: snapshot.name, files: sample.size, bytes, problems };
  } finally {
    await remove();
    unlock();
  }
}

async function* blobsIn({ folder, manifest }: Snapshot) {
  const missing = new Set(manifest.missing);
  for await (const blob of readValues<{ id: string; size: number; sha256: string | null }>(rowsFile(folder, 'blobs')))
    if (blob.sha256 !== null && !missing.has(blob.id)) yield { ...blob, sha256: blob.sha256 };
}

async function sizeOfRows({ folder, manifest }: Snapshot): Promise<number> {
  const files = await Promise.all(Object.keys(manifest.tables).map((table) => stat(rowsFile(folder, table))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function look({ database, blobs }: ReadInstallation, sample: BlobSample, now: number): Promise<string[]> {
  const problems: string[] = [];
  const add = (problem: string) => void (problems.length < maxProblems && problems.push(problem));
  for await (const { subject, what } of checkDatabase(database, now)) add(`${subject}: ${what}`);
  for (const [id, { sha256 }] of sample) {
    const small = await database.db
      .selectFrom('small_blobs')
      .select('bytes')
      .where('blob_id', '=', id)
      .executeTakeFirst();
    const found = small === undefined ? await sumIn(blobs, id) : createHash('sha256').update(small.bytes).digest('hex');
    if (found !== sha256) add(`blobs ${id}: its bytes are not those that were stored`);
  }
  return problems;
}

async function sumIn(blobs: ReadInstallation['blobs'], id: string): Promise<string | undefined> {
  try {
    return await sha256In(blobs, id);
  } catch (error) {
    if (error instanceof DamagedBlob) return undefined;
    throw error;
  }
}
