import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import { migrate, schemaOf } from '#server/database/migrate.ts';
import { type DatabaseSettings, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import { hasRows } from '#server/database/rows.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { atOnce } from '../at-once.ts';
import { bytesOf, copyVerified, hashOf, SourceFault } from '../copy-verified.ts';
import { readValues } from '../lines.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { readSums, type Sum } from '../sums-file.ts';
import { backupPaths, listSnapshots, readSnapshot, type Snapshot } from './backup-folder.ts';
import { beginAnew, restoreRows } from './restore-rows.ts';

type Deps = {
  paths: DataPaths;
  settings: DatabaseSettings;
  /** Makes the tables of the authentication service, which are not ours. */
  makeAuthTables: (database: OpenDatabase['forAuth']) => Promise<void>;
  now: () => number;
  output: Output;
};

/** Notes in the data folder which restore is under way, so that only the same one goes on. */
type Mark = { snapshot: string; sums: string; installation: string };

const blobsAtOnce = 4;

/**
 * Restores a backup, the newest unless one is named, into a data folder and a database that are both empty, and locked by
 * the caller. All bytes are compared while they are copied. A restore that was killed goes on when it is run again. What
 * is damaged in the backup ends it, unless it `goesOn`. Throws Refusal.
 */
export async function restore(
  { paths, settings, makeAuthTables, now, output }: Deps,
  root: string,
  { snapshot: name, goesOn = false }: { snapshot?: string; goesOn?: boolean } = {},
) {
  const backup = backupPaths(root);
  const snapshot = await chooseSnapshot(root, name);
  const { manifest, folder } = snapshot;
  if (schemaOf(manifest.schema).state === 'newer') {
    throw new OperatorError('The backup was taken by a newer Keepsake: restore it with that version.');
  }
  const mark = await beginOrGoOn();
  await mkdir(paths.blobs, { recursive: true, mode: 0o700 });
  await refuseRows(settings, mark.installation);

  await verifySnapshotFiles(folder, manifest.sums);
  const copied = await copyBlobs();
  const missing = [...manifest.missing, ...copied.missing];
  if (copied.missing.length > 0 && !goesOn) {
    throw new OperatorError(
      `${copied.missing.length} blobs are missing or damaged in the backup: bring them back, or run it again with --incomplete, which leaves those files damaged.`,
    );
  }
  await writeDurably(paths.secretFile, await readFile(join(folder, 'secret'), 'utf8'));
  await fillDatabase(missing);
  await diskStore(paths.blobs).mark(mark.installation);
  await rm(paths.restoring);
  await syncFolder(paths.path);
  return { snapshot: snapshot.name, blobs: copied.count, bytes: copied.bytes, missing, tables: manifest.tables };

  async function beginOrGoOn(): Promise<Mark> {
    const wanted = { snapshot: snapshot.name, sums: manifest.sums, installation: randomUUID() };
    if (!existsSync(paths.restoring)) {
      await writeDurably(paths.restoring, JSON.stringify(wanted));
      return wanted;
    }
    const begun = JSON.parse(await readFile(paths.restoring, 'utf8')) as Mark;
    if (begun.sums === wanted.sums) return begun;
    throw new OperatorError(
      `A restore of ${begun.snapshot} into ${paths.path} was not finished: run it again with --snapshot ${begun.snapshot}, or begin with an empty folder.`,
    );
  }

  async function copyBlobs() {
    const small = new Set<string>();
    if (Object.hasOwn(manifest.tables, 'small_blobs'))
      for await (const { blob_id } of readValues<{ blob_id: string }>(join(folder, 'rows', 'small_blobs.ndjson')))
        small.add(blob_id);
    const done = { count: 0, bytes: 0, missing: [] as string[] };
    const touched = new Set<string>();
    await atOnce(blobsOf(folder), blobsAtOnce, async ({ sha256, path }) => {
      const id = basename(path);
      const [source, target] = [blobPath(backup.blobs, id), blobPath(paths.blobs, id)];
      try {
        // Those stay out of the folder; they are read again when their rows are made.
        if (small.has(id)) await compare(source, sha256);
        else if (!existsSync(target) || (await hashOf(target)) !== sha256) {
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          await copyVerified(bytesOf(source), target, { sha256 });
          touched.add(dirname(target));
        }
        done.bytes += (await stat(source)).size;
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        output.complain(`Blob ${id} cannot be restored: ${error.message}`);
        done.missing.push(id);
      }
      done.count += 1;
      output.draw({ what: 'Blobs', done: done.count, of: manifest.blobs, bytes: done.bytes });
    });
    for (const shard of touched) await syncFolder(shard);
    if (touched.size > 0) await syncFolder(paths.blobs);
    return done;
  }

  async function fillDatabase(lost: string[]) {
    const database = await openDatabase(settings, manifest.schema.at(-1));
    try {
      const { db, forAuth } = database;
      await makeAuthTables(forAuth);
      const { installation: id } = mark;
      if ((await db.selectFrom('installation').select('id').executeTakeFirst()) === undefined) {
        await longTransaction(db, async (trx) => {
          await restoreRows(trx, snapshot, backup.blobs, lost);
          await trx.insertInto('installation').values({ id }).execute();
        });
      }
      await migrate(db);
      await db.transaction().execute((trx) => beginAnew(trx, lost, now()));
    } finally {
      await database.close();
    }
  }
}

async function chooseSnapshot(root: string, name: string | undefined): Promise<Snapshot> {
  const { finished } = await listSnapshots(root);
  const chosen = name ?? finished.at(-1);
  if (chosen === undefined || !finished.includes(chosen)) {
    throw new OperatorError(
      finished.length === 0
        ? `There is no finished backup in ${root}.`
        : `There is no backup ${chosen} in ${root}; there are ${finished.join(', ')}.`,
    );
  }
  return await readSnapshot(root, chosen).catch((error: unknown) => {
    throw new OperatorError(`The backup ${chosen} is damaged (${String(error)}): restore another one with --snapshot.`);
  });
}

/** Everything but the blobs, which are compared while they are copied. */
async function verifySnapshotFiles(folder: string, sums: string): Promise<void> {
  const file = join(folder, 'SHA256SUMS');
  try {
    await compare(file, sums);
    for await (const { sha256, path } of readSums(file)) if (!isBlob(path)) await compare(join(folder, path), sha256);
  } catch (error) {
    throw new OperatorError(
      `The backup ${basename(folder)} is damaged (${String(error)}): restore another one with --snapshot.`,
    );
  }
}

async function compare(path: string, sha256: string): Promise<void> {
  if ((await hashOf(path)) !== sha256) throw new SourceFault(`${basename(path)} has other bytes than were written`);
}

async function* blobsOf(folder: string): AsyncIterable<Sum> {
  for await (const sum of readSums(join(folder, 'SHA256SUMS'))) if (isBlob(sum.path)) yield sum;
}

function isBlob(path: string): boolean {
  return path.startsWith('../../blobs/');
}

/** A database with rows is somebody's, unless they are of this very restore. */
async function refuseRows(settings: DatabaseSettings, installation: string): Promise<void> {
  const database = await readDatabase(settings);
  if (database === undefined) return;
  try {
    const { db, schema } = database;
    if (schema.state === 'none' || !(await hasRows(db))) return;
    const known = await db.selectFrom('installation').select('id').executeTakeFirst();
    if (known?.id === installation) return;
    throw new OperatorError('The database is not empty: name an empty one in DATABASE_URL, or none.');
  } finally {
    await database.close();
  }
}
