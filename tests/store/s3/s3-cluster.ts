import { tmpdir } from 'node:os';
import { createS3Store } from '#server/blobs/s3/s3-store.ts';
import { openDatabase } from '#server/database/open.ts';
import { createBlobLedger } from '#server/installation/blob-ledger.ts';
import { type FreshBucket, freshBucket } from '#tests/support/engines/fresh-bucket.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

type Ledger = ReturnType<typeof createBlobLedger>;
type Options = { endpoint?: string; segmentBytes?: number; ledger?: Ledger };

/** A bucket and a database, and stores on them as nodes have them. */
export async function s3Cluster() {
  const bucket = await freshBucket();
  const url = await freshDatabase({ hasTables: true });
  const { db, close } = await openDatabase({ url, file: tmpdir() });
  atEndOfFile(close);
  const ledger = createBlobLedger({ db, store: 'blobs', now: Date.now });
  return {
    ...bucket,
    db,
    ledger,
    node: (options: Options = {}) => createNode(bucket, ledger, options),
  };
}

function createNode(
  { bucket, endpoint, region, credentials }: FreshBucket,
  ledger: Ledger,
  { endpoint: proxy, ...options }: Options,
) {
  const settings = { bucket, prefix: 'keepsake/', endpoint: proxy ?? endpoint, region, pathStyle: true, credentials };
  return createS3Store({ settings, ledger, ...options });
}
