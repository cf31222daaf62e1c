import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all blobs of a data folder. */
export async function blobFiles(dataFolder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true });
  const blobs = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return blobs.map((entry) => join(entry.parentPath, entry.name));
}
