import type { BlobStore } from '#server/blobs/blob-store.ts';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import type { Database } from '#server/database/open.ts';
import type { Report } from '#server/workers/restarts.ts';
import { createBlobLedger } from './blob-ledger.ts';

type Deps = {
  storage: S3Settings | undefined;
  folder: { blobs: string; thumbnails: string };
  db: Database;
  now: () => number;
  /** To stderr unless given. */
  report?: Report;
};

/** Opens where bytes lie: those of files, and those of their thumbnails. */
export async function openStores({
  storage,
  folder,
  db,
  now,
  report,
}: Deps): Promise<{ blobs: BlobStore; thumbnails: BlobStore }> {
  if (storage === undefined)
    return {
      blobs: await openDiskStore(folder.blobs, report),
      thumbnails: await openDiskStore(folder.thumbnails, report),
    };
  // Loaded only where it is needed: the S3 client takes a tenth of a second and 35 MB.
  const { createS3Store } = await import('#server/blobs/s3/s3-store.ts');
  const besides = { ...storage, prefix: `${storage.prefix}pictures/` };
  return {
    blobs: createS3Store({ settings: storage, ledger: createBlobLedger({ db, store: 'blobs', now }), report }),
    thumbnails: createS3Store({ settings: besides, ledger: createBlobLedger({ db, store: 'pictures', now }), report }),
  };
}
