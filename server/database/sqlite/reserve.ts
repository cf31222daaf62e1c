import { rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const reserveBytes = 8 * 1024 ** 2;
/** With less room than this the reserve is given up. */
const lowBytes = 4 * 1024 ** 2;
/** With more room than this it is made again. */
const highBytes = 128 * 1024 ** 2;

/**
 * Room on the disk of the database that no other program can take: a file that is given up when the disk is all but
 * full, so that what makes room, such as emptying Trash, can still be written down. Returns what has to be called before
 * each write.
 */
export function createReserve(file: string): () => void {
  const folder = dirname(file);
  let isThere = statSync(file, { throwIfNoEntry: false })?.size === reserveBytes;
  let making: Promise<void> | undefined;

  return () => {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (isThere && free < lowBytes) give();
    else if (!isThere && free > highBytes) makeOnce();
  };

  function makeOnce(): void {
    making ??= make().finally(() => {
      making = undefined;
    });
  }

  function give(): void {
    isThere = false;
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
      isThere = true;
    } catch {
      // Less room than it seemed: there will be a next time.
      rmSync(file, { force: true });
    }
  }
}
