import { access, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quarantineName } from './disk-layout.ts';
import { syncFolder, writeDurably } from './durable-files.ts';

/**
 * Moves a file to the folder for damaged blobs, durably, or writes the bytes there. Nothing in it is replaced:
 * a further blob of the same id gets a number. Returns false when there is no such file.
 */
export async function moveToQuarantine(root: string, id: string, what: { file: string } | { bytes: Buffer }) {
  const folder = join(root, quarantineName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(root);
  const place = await freePlace(join(folder, id));
  if ('bytes' in what) {
    await writeDurably(place, what.bytes);
    return true;
  }
  try {
    await rename(what.file, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  // The new place first, so that a power cut in between leaves it in both places and not in none.
  await syncFolder(folder);
  await syncFolder(dirname(what.file));
  return true;
}

/** The files in that folder and below it, but for the journals of what a repair moved there. */
export async function countQuarantined(root: string): Promise<number> {
  const found = await readdir(join(root, quarantineName), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile() && !entry.name.startsWith('journal')).length;
}

async function freePlace(path: string): Promise<string> {
  for (let place = path, more = 2; ; place = `${path}.${more}`, more += 1) {
    const isTaken = await access(place).then(
      () => true,
      () => false,
    );
    if (!isTaken) return place;
  }
}
