import type { BlobStore } from '#server/blobs/blob-store.ts';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import { picturesPlace, type S3Settings } from '#server/blobs/s3/client/settings.ts';
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

/** Where bytes lie: those of files, and those of their thumbnails. */
export type Stores = { blobs: BlobStore; thumbnails: BlobStore };

/** Opens the stores of an installation and makes what is missing. */
export async function openStores({ storage, folder, ...deps }: Deps): Promise<Stores> {
  if (storage !== undefined) return await s3Stores({ storage, ...deps });
  const open = (path: string) => openDiskStore(path, deps.report);
  return { blobs: await open(folder.blobs), thumbnails: await open(folder.thumbnails) };
}

/** The same for what only reads, also beside a server. */
export async function readStores({ storage, folder, ...deps }: Deps): Promise<Stores> {
  if (storage !== undefined) return await s3Stores({ storage, ...deps });
  return { blobs: diskStore(folder.blobs, deps.report), thumbnails: diskStore(folder.thumbnails, deps.report) };
}

async function s3Stores({
  storage,
  db,
  now,
  report,
}: Omit<Deps, 'folder' | 'storage'> & { storage: S3Settings }): Promise<Stores> {
  // Loaded only where it is needed: the S3 client takes a tenth of a second and 35 MB.
  const { createS3Store } = await import('#server/blobs/s3/s3-store.ts');
  const besides = { ...storage, prefix: `${storage.prefix}${picturesPlace}` };
  return {
    blobs: createS3Store({ settings: storage, ledger: createBlobLedger({ db, store: 'blobs', now }), report }),
    thumbnails: createS3Store({ settings: besides, ledger: createBlobLedger({ db, store: 'pictures', now }), report }),
  };
}
