import { rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const reserveBytes = 8 * 1024 ** 2;
/** With less free space than this the reserve is released. */
const lowBytes = 4 * 1024 ** 2;
/** With more free space than this it is made again. */
const highBytes = 128 * 1024 ** 2;

/**
 * Space on the disk of the database that no other program can take: a file that is removed when the disk is all but full,
 * so that what frees space, such as emptying Trash, can still be written. Returns the function to call before each write.
 */
export function createReserve(file: string): () => void {
  const folder = dirname(file);
  let exists = statSync(file, { throwIfNoEntry: false })?.size === reserveBytes;
  let making: Promise<void> | undefined;

  return () => {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (exists && free < lowBytes) release();
    else if (!exists && free > highBytes) makeOnce();
  };

  function makeOnce(): void {
    making ??= make().finally(() => {
      making = undefined;
    });
  }

  function release(): void {
    exists = false;
    rmSync(file, { force: true });
  }

  async function make(): Promise<void> {
    try {
      const handle = await open(file, 'w', 0o600);
      try {
        await handle.writeFile(Buffer.alloc(reserveBytes));
        await handle.datasync();
      } finally {
        await handle.close();
      }
      exists = true;
    } catch {
      // Less free space than it seemed: there will be a next time.
      rmSync(file, { force: true });
    }
  }
}
