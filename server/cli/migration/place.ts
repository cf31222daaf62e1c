import { resolve } from 'node:path';
import { exitCodes } from '#contract/command-line.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { isDatabaseUrl } from '#server/config/addresses.ts';
import { readConfigOf } from '#server/config/config.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import type { Place } from '#server/installation/installation.ts';
import { openStores, readStores } from '#server/installation/open-stores.ts';
import type { Endpoint } from '#server/maintenance/migrate/endpoint.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { nameOf } from '../shared/own-installation.ts';

/**
 * Reads a folder, or the addresses of a database and of a bucket or a folder for the files; also as settings, of which an
 * empty one is unset. Throws OperatorError, ConfigError.
 */
export function readPlace(names: readonly string[]): { place: Place; settings: Record<string, string> } {
  const database = names.find(isDatabaseUrl);
  const bucket = names.find((name) => name.startsWith('s3:'));
  const folders = names.filter((name) => name !== '' && !/^\w+:/.test(name));
  const files = [...folders, ...(bucket === undefined ? [] : [bucket])];
  const isBoth = names.length === 2 && database !== undefined && files.length === 1;
  if (!isBoth && !(names.length === 1 && folders.length === 1)) {
    throw new OperatorError(
      'migrate takes --to and an empty folder, or a DATABASE_URL and an empty folder, or a DATABASE_URL and a STORAGE_URL.',
      exitCodes.usage,
    );
  }
  const settings: Record<string, string> = {
    DATABASE_URL: database ?? '',
    STORAGE_URL: bucket ?? '',
    ...(folders[0] !== undefined && { KEEPSAKE_DATA: resolve(folders[0]) }),
  };
  return { place: readConfigOf(settings), settings };
}

export function endpointAt(place: Place, { db }: OpenDatabase, blobs: BlobStore): Endpoint {
  const secretFile = place.storage === undefined ? dataPaths(place.dataFolder).secretFile : undefined;
  return { db, blobs, name: nameOf(place), secretFile };
}

/** The blobs of a place. Those of a source are only read: a server may be using the folder. */
export async function openBlobs(
  { dataFolder, storage }: Place,
  { db }: OpenDatabase,
  { now, isSource }: { now: () => number; isSource: boolean },
): Promise<BlobStore> {
  const open = isSource ? readStores : openStores;
  const { blobs, thumbnails } = await open({ storage, folder: dataPaths(dataFolder), db, now });
  // Thumbnails are not copied.
  await thumbnails.close();
  return blobs;
}
