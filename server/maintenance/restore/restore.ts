import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '#contract/texts/amounts.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import { migrate, schemaOf } from '#server/database/migrate.ts';
import { type DatabaseSettings, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { databaseOf, type Place } from '#server/installation/installation.ts';
import { readStores } from '#server/installation/open-stores.ts';
import { backupPaths } from '../backup/backup-folder.ts';
import { chooseSnapshot, verifySnapshotFiles } from '../backup/choose-snapshot.ts';
import { refuseUnplain } from '../backup/plain-files.ts';
import { hasRows, rebuildDerived } from '../declared-tables.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { restoreBlobs } from './restore-blobs.ts';
import { finishRows, restoreRows } from './restore-rows.ts';
import { bucketTarget, folderTarget, folderWriter, storeWriter } from './restore-target.ts';

type Deps = {
  place: Place;
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
  /** The blobs whose bytes are restored, beside all rows; undefined for all. */
  sample?: ReadonlySet<string>;
};

/** The step since which a database can note where blobs in S3 are. */
const ledgerStep = '005-many-nodes';

/** Notes in the data folder or the bucket which restore was begun, so that only the same one resumes. */
type Mark = { snapshot: string; sums: string; installation: string };

/**
 * Restores a backup into a place and a database that are both empty: a data folder, or a prefix of a bucket. The caller has
 * locked it. All bytes are compared while they are copied. A restore that was interrupted resumes when it is run again.
 * Throws OperatorError.
 */
export async function restore(
  { place, migrateAuthTables, now, output }: Deps,
  root: string,
  { snapshot: name, isIncompleteAllowed, sample }: Options,
) {
  const { storage } = place;
  const paths = dataPaths(place.dataFolder);
  const settings = databaseOf(place);
  const backup = backupPaths(root);
  const snapshot = await chooseSnapshot(root, name);
  await refuseUnplain(root);
  const { manifest, folder } = snapshot;
  if (schemaOf(manifest.schema).state === 'newer') {
    throw new OperatorError('The backup was taken by a newer Keepsake: restore it with that version.');
  }
  if (storage !== undefined && !manifest.schema.includes(ledgerStep)) {
    throw new OperatorError(
      'The backup was taken by a version that did not know S3: restore it into a folder, start a server there once, and migrate it.',
    );
  }
  const target = storage === undefined ? folderTarget(paths) : await bucketTarget(storage);
  const noted = await target.readNote();
  const mark = markOf(noted);
  await refuseRows(settings, mark.installation, noted !== undefined);
  if (noted === undefined) await target.writeNote(JSON.stringify(mark));
  if (storage === undefined) await mkdir(paths.blobs, { recursive: true, mode: 0o700 });

  await verifySnapshotFiles(snapshot);
  const copied = await copyBlobs();
  const missing = [...manifest.missing, ...copied.missing];
  if (copied.missing.length > 0 && !isIncompleteAllowed) {
    const problem = `${counted(copied.missing.length, 'blob is', 'blobs are')} missing or damaged in the backup`;
    throw new OperatorError(
      sample === undefined
        ? `${problem}: restore them, or run the command again with --incomplete, which leaves those files damaged.`
        : `${problem}: \`keepsake verify-backup\` names all that are.`,
    );
  }
  const secret = await readFile(join(folder, 'secret'), 'utf8');
  if (storage === undefined) await writeDurably(paths.secretFile, secret);
  await withTarget((database, blobs) => finish(database, blobs, secret.trim()));
  await target.removeNote();
  const { count, bytes } = copied;
  return { where: target.where, snapshot: snapshot.name, blobs: count, bytes, missing, tables: manifest.tables };

  async function copyBlobs() {
    const from = backup.blobs;
    if (storage === undefined)
      return await restoreBlobs(snapshot, { from, writer: folderWriter(from, paths.blobs), sample }, output);
    return await withTarget((_, blobs) =>
      restoreBlobs(snapshot, { from, writer: storeWriter(from, blobs), sample }, output),
    );
  }

  /** The tables are those of the version that took the backup, until they have its rows. */
  async function withTarget<Result>(work: (database: OpenDatabase, blobs: BlobStore) => Promise<Result>) {
    const database = await openDatabase(settings, manifest.schema.at(-1));
    const { blobs, thumbnails } = await readStores({ storage, folder: paths, db: database.db, now });
    try {
      return await work(database, blobs);
    } finally {
      await thumbnails.close();
      await blobs.close();
      await database.close();
    }
  }

  /** Of the restore that was begun here, or a new one. */
  function markOf(begunNote: string | undefined): Mark {
    if (begunNote === undefined) return { snapshot: snapshot.name, sums: manifest.sums, installation: randomUUID() };
    const begun = JSON.parse(begunNote) as Mark;
    if (begun.sums === manifest.sums) return begun;
    throw new OperatorError(
      `A restore of ${begun.snapshot} into ${target.where} was not finished: run it again with --snapshot ${begun.snapshot}, or start with an empty ${storage === undefined ? 'folder' : 'place and an empty database'}.`,
    );
  }

  async function finish({ db, forAuth }: OpenDatabase, blobs: BlobStore, sessionSecret: string) {
    await migrateAuthTables(forAuth);
    const { installation: id } = mark;
    const known = await db.selectFrom('installation').select('id').executeTakeFirst();
    if (known !== undefined && known.id !== id) throw databaseTaken();
    if (known === undefined) {
      await longTransaction(db, async (trx) => {
        await restoreRows(trx, snapshot, backup.blobs, missing);
        // In a folder the key is a file, and a version that knew no S3 had no column for it.
        await trx
          .insertInto('installation')
          .values(storage === undefined ? { id } : { id, secret: sessionSecret })
          .execute();
      });
    }
    await migrate(db);
    await db.transaction().execute((trx) => finishRows(trx, missing, now()));
    await longTransaction(db, (trx) => rebuildDerived(trx));
    await blobs.mark(id);
  }
}

/** Throws OperatorError when the database has rows that are not of this very restore, which may know blobs of S3 already. */
async function refuseRows(settings: DatabaseSettings, installation: string, isResumed: boolean): Promise<void> {
  const database = await readDatabase(settings);
  if (database === undefined) return;
  try {
    const { db, schema } = database;
    if (schema.state === 'none' || !(await hasRows(db, isResumed ? ['blob_states'] : []))) return;
    const known = await db.selectFrom('installation').select('id').executeTakeFirst();
    if (known?.id === installation) return;
    throw databaseTaken();
  } finally {
    await database.close();
  }
}

function databaseTaken(): OperatorError {
  return new OperatorError('The database is not empty: name an empty one in DATABASE_URL, or unset it.');
}
