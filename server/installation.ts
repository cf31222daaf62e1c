import { randomUUID } from 'node:crypto';
import type { BlobStore } from './blobs/blob-store.ts';
import { ConfigError } from './config.ts';
import type { Database } from './database/open.ts';

/**
 * Makes sure that the database and the blobs belong together, and notes it at the first start. A database that meets
 * blobs it does not know would have them removed as rubbish; blobs that are missing would make every file a hole.
 * Throws ConfigError.
 */
export async function checkInstallation({ db, blobs }: { db: Database; blobs: BlobStore }): Promise<void> {
  const known = (await db.selectFrom('installation').select('id').executeTakeFirst())?.id;
  const owner = await blobs.owner();
  if (known !== undefined && known === owner) return;
  if (known !== undefined && owner === undefined && (await isEmpty(db, blobs))) return await blobs.mark(known);
  if (known === undefined && owner === undefined && (await isEmpty(db, blobs))) {
    const id = randomUUID();
    await db.insertInto('installation').values({ id }).execute();
    return await blobs.mark(id);
  }
  throw new ConfigError(
    'The database and the files in the data folder do not belong together: set DATABASE_URL and KEEPSAKE_DATA back to the pair that was used before, or restore both from one backup.',
  );
}

async function isEmpty(db: Database, blobs: BlobStore): Promise<boolean> {
  const row = await db.selectFrom('blobs').select('id').limit(1).executeTakeFirst();
  if (row !== undefined) return false;
  const found = blobs.list()[Symbol.asyncIterator]();
  const { done = false } = await found.next();
  await found.return?.();
  return done;
}
