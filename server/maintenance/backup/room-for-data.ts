import { stat, statfs } from 'node:fs/promises';
import { OperatorError } from '../operator-error.ts';

/** What a backup leaves free on a disk that it shares with the data, in bytes; uploads stop far below. */
export const leftForData = 256 * 1024 ** 2;

/** Watches that what is written into a folder of backups leaves room for the data. */
export type RoomForData = ReturnType<typeof createRoomForData>;

/**
 * On the disk of the data folder a backup ends while there is room; what would be left to fail is the server. A disk of its
 * own it may fill. `measure` returns the bytes that are free.
 */
export function createRoomForData(root: string, dataFolder: string, measure = () => freeBytes(root)) {
  const isShared = Promise.all([deviceOf(root), deviceOf(dataFolder)]).then(
    ([one, other]) => one !== undefined && one === other,
  );

  return {
    leave,
    /** The same bytes, each part after a look at the room that it leaves. Throws OperatorError. */
    async *whileLeft(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const bytes of source) {
        await leave(bytes.length);
        yield bytes;
      }
    },
  };

  /** Throws OperatorError when so many bytes more would leave too little. */
  async function leave(bytes: number): Promise<void> {
    if (!(await isShared) || (await measure()) - bytes >= leftForData) return;
    throw new OperatorError(
      `The disk of ${root} has the data folder too, and less than 256 MiB would be left for it: free some space, or name a folder on another disk. What is already copied is not copied again.`,
    );
  }
}

async function deviceOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ dev }) => dev,
    // Where the files are in S3 there may be no data folder.
    () => undefined,
  );
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
