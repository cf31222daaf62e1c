import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all blobs of a data folder, or of its thumbnails. */
export async function blobFiles(dataFolder: string, store: 'blobs' | 'pictures' = 'blobs'): Promise<string[]> {
  const shards = (await readdir(join(dataFolder, store))).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const found = shards.map(async (shard) => {
    const folder = join(dataFolder, store, shard);
    return (await readdir(folder)).map((name) => join(folder, name));
  });
  return (await Promise.all(found)).flat();
}
