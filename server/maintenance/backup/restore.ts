import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import { migrate, schemaOf } from '#server/database/migrate.ts';
import { type DatabaseSettings, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { hasRows, rebuildDerived } from '../tables.ts';
import { backupPaths } from './backup-folder.ts';
import { chooseSnapshot, verifySnapshotFiles } from './choose-snapshot.ts';
import { refuseUnplain } from './plain-files.ts';
import { restoreBlobs } from './restore-blobs.ts';
import { finishRows, restoreRows } from './restore-rows.ts';

type Deps = {
  paths: DataPaths;
  settings: DatabaseSettings;
  /** Makes the tables of the authentication service. */
  migrateAuthTables: (database: OpenDatabase['forAuth']) => Promise<void>;
  now: () => number;
  output: Output;
};

type Options = {
  /** The newest when undefined. */
  snapshot?: string | undefined;
  /** Restores also when blobs of the backup are missing or damaged. */
  isIncompleteAllowed: boolean;
};

/** Notes in the data folder which restore was begun, so that only the same one resumes. */
type Mark = { snapshot: string; sums: string; installation: string };

/**
 * Restores a backup into a data folder and a database that are both empty; the caller has locked the folder. All bytes are
 * compared while they are copied. A restore that was interrupted resumes when it is run again. Throws OperatorError.
 */
export async function restore(
  { paths, settings, migrateAuthTables, now, output }: Deps,
  root: string,
  { snapshot: name, isIncompleteAllowed }: Options,
) {
  const backup = backupPaths(root);
  const snapshot = await chooseSnapshot(root, name);
  await refuseUnplain(root);
  const { manifest, folder } = snapshot;
  if (schemaOf(manifest.schema).state === 'newer') {
    throw new OperatorError('The backup was taken by a newer Keepsake: restore it with that version.');
  }
  const mark = await beginOrResume();
  await mkdir(paths.blobs, { recursive: true, mode: 0o700 });
  await refuseRows(settings, mark.installation);

  await verifySnapshotFiles(snapshot);
  const copied = await restoreBlobs(snapshot, { from: backup.blobs, to: paths.blobs }, output);
  const missing = [...manifest.missing, ...copied.missing];
  if (copied.missing.length > 0 && !isIncompleteAllowed) {
    throw new OperatorError(
      `${copied.missing.length} blobs are missing or damaged in the backup: bring them back, or run the command again with --incomplete, which leaves those files damaged.`,
    );
  }
  await writeDurably(paths.secretFile, await readFile(join(folder, 'secret'), 'utf8'));
  await fillDatabase(missing);
  await diskStore(paths.blobs).mark(mark.installation);
  await rm(paths.restoring);
  await syncFolder(paths.path);
  return { snapshot: snapshot.name, blobs: copied.count, bytes: copied.bytes, missing, tables: manifest.tables };

  async function beginOrResume(): Promise<Mark> {
    const wanted = { snapshot: snapshot.name, sums: manifest.sums, installation: randomUUID() };
    if (!existsSync(paths.restoring)) {
      await writeDurably(paths.restoring, JSON.stringify(wanted));
      return wanted;
    }
    const begun = JSON.parse(await readFile(paths.restoring, 'utf8')) as Mark;
    if (begun.sums === wanted.sums) return begun;
    throw new OperatorError(
      `A restore of ${begun.snapshot} into ${paths.path} was not finished: run it again with --snapshot ${begun.snapshot}, or start with an empty folder.`,
    );
  }

  async function fillDatabase(lost: string[]) {
    // The tables are those of the version that took the backup, until they have its rows.
    const database = await openDatabase(settings, manifest.schema.at(-1));
    try {
      const { db, forAuth } = database;
      await migrateAuthTables(forAuth);
      const { installation: id } = mark;
      if ((await db.selectFrom('installation').select('id').executeTakeFirst()) === undefined) {
        await longTransaction(db, async (trx) => {
          await restoreRows(trx, snapshot, backup.blobs, lost);
          await trx.insertInto('installation').values({ id }).execute();
        });
      }
      await migrate(db);
      await db.transaction().execute((trx) => finishRows(trx, lost, now()));
      await longTransaction(db, (trx) => rebuildDerived(trx));
    } finally {
      await database.close();
    }
  }
}

/** Throws OperatorError when the database has rows that are not of this very restore. */
async function refuseRows(settings: DatabaseSettings, installation: string): Promise<void> {
  const database = await readDatabase(settings);
  if (database === undefined) return;
  try {
    const { db, schema } = database;
    if (schema.state === 'none' || !(await hasRows(db))) return;
    const known = await db.selectFrom('installation').select('id').executeTakeFirst();
    if (known?.id === installation) return;
    throw new OperatorError('The database is not empty: name an empty one in DATABASE_URL, or unset it.');
  } finally {
    await database.close();
  }
}
