import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import { createMd5Thread } from '#server/blobs/hashing/md5-thread.ts';
import { createLocalLeases } from '#server/cluster/leases.ts';
import { noSignals } from '#server/cluster/signals.ts';
import { openDatabase } from '#server/database/open.ts';
import { createDrive } from '#server/drive/create-drive.ts';
import { createDamage } from '#server/integrity/damage-records.ts';
import { createHashes } from '#server/integrity/hashes.ts';
import { copyTables } from '#tests/support/engines/tables.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

type Options = {
  /** Told the kind of each statement. */
  onStatement?: (kind: string) => void;
  /** Puts something between the drive and the store. */
  wrap?: (blobs: BlobStore) => BlobStore;
};

/** The drive of an installation of its own, on SQLite and a disk, until the end of the file. */
export async function openDrive({ onStatement = () => {}, wrap = (blobs) => blobs }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-drive-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'keepsake.db');
  await copyTables(file);
  const database = await openDatabase({ url: undefined, file, onStatement });
  atEndOfFile(database.close);
  const { db, searches, writersAtOnce } = database;
  const stored = await openDiskStore(join(folder, 'blobs'));
  const thumbnails = await openDiskStore(join(folder, 'pictures'));
  const mayRemoveBytes = async () => true;
  const now = Date.now;
  const md5Thread = createMd5Thread(() => {});
  atEndOfFile(md5Thread.close);
  const drive = createNode(wrap(stored));
  return { drive, db, thumbnails, folder, stored, createNode };

  /** The drive as another node of the installation has it. */
  function createNode(blobs: BlobStore) {
    const damage = createDamage({ db, blobs, mayRemoveBytes, now, report: () => {} });
    return createDrive({
      db,
      searches,
      writersAtOnce,
      blobs,
      thumbnails,
      secret: 'secret',
      signals: noSignals,
      leases: createLocalLeases(),
      drawSent: async () => undefined,
      aboutPerson: async () => ({ about: {}, picture: undefined }),
      damage,
      hashes: createHashes({ db, blobs, md5Thread, damage }),
      mayRemoveBytes,
      watch: (transactions) => transactions,
      onReadingWanted: () => {},
      onUnpackingBegun: () => {},
      onAccessEnd: () => {},
      defaultQuota: () => null,
      report: () => {},
      now,
    });
  }
}
