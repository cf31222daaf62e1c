import { stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOnS3 } from '../engines/storage.ts';
import type { TestServer } from '../server/start-server.ts';
import { blobFiles } from './blob-files.ts';
import { query } from './query.ts';
import { knownBlobs, readObject, writeObject } from './s3-objects.ts';

type Store = 'blobs' | 'pictures';

/** The blobs that lie outside of a server's database, wherever it keeps them, with the bytes that each has by now. */
export async function storedBlobs(server: TestServer, store: Store = 'blobs'): Promise<{ id: string; size: number }[]> {
  if (isOnS3()) return (await knownBlobs(server, store)).map(({ id, size }) => ({ id, size }));
  const files = await blobFiles(server.dataFolder, store);
  const found = await Promise.all(files.map(async (file) => ({ id: basename(file), size: await sizeOf(file) })));
  return found.flatMap(({ id, size }) => (size === undefined ? [] : [{ id, size }]));
}

/** Size of the largest of them; 0 when there is none. */
export async function largestBlob(server: TestServer): Promise<number> {
  return Math.max(0, ...(await storedBlobs(server)).map(({ size }) => size));
}

/** Undefined when the server has removed the file since it was listed. */
async function sizeOf(file: string): Promise<number | undefined> {
  return await stat(file).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

/** Takes the bytes of all small blobs away behind the server's back, all of them or all but the first few of each. */
export async function loseBytes(server: TestServer, left?: number): Promise<void> {
  if (isOnS3()) {
    for (const key of (await knownBlobs(server)).flatMap(({ segments }) => segments))
      await writeObject(key, left === undefined ? undefined : (await readObject(key))?.subarray(0, left));
    return;
  }
  for (const file of await blobFiles(server.dataFolder))
    await (left === undefined ? unlink(file) : truncate(file, left));
}

/** Makes all blobs and thumbnails look as if nothing had changed them since a time in milliseconds. */
export async function makeBlobsLook(server: TestServer, changedAt: number): Promise<void> {
  if (isOnS3()) return void (await query(server, `update blob_states set changed_at = ${changedAt}`));
  const files = [...(await blobFiles(server.dataFolder)), ...(await blobFiles(server.dataFolder, 'pictures'))];
  for (const file of files) await utimes(file, changedAt / 1000, changedAt / 1000);
}

/** Leaves a begun blob of that id that no row of files or uploads knows, as a crash does. */
export async function leaveBlob(server: TestServer, id: string): Promise<void> {
  if (!isOnS3()) return await writeFile(join(server.dataFolder, 'blobs', id.slice(-2), id), 'what a crash left');
  const state = JSON.stringify({ size: 0, segments: [], isComplete: false, pieces: [], sums: [] });
  await query(server, `insert into blob_states values ('blobs', '${id}', '1', '${state}', ${Date.now()})`);
}
