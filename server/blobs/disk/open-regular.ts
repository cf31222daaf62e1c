import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A link, a pipe, a socket, a folder or a device is in the place of a file. */
export class NotRegularFile extends Error {}

/** What open(2) says of a link with O_NOFOLLOW, of a socket, of a pipe without a reader, of a folder to write to. */
const otherCodes: readonly unknown[] = ['ELOOP', 'ENXIO', 'EISDIR'];

/** An open file with the bytes that it had when it was opened. It has to be closed. */
export type OpenedFile = { file: FileHandle; size: number };

/** Opens a file that has to be one, without following a link in its place and without waiting at a pipe. Throws NotRegularFile. */
export async function openRegular(path: string, flags: number = constants.O_RDONLY): Promise<OpenedFile> {
  const file = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error: unknown) => {
    if (otherCodes.includes((error as NodeJS.ErrnoException).code)) throw notRegular(error);
    throw error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notRegular();
    return { file, size: stats.size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function notRegular(cause?: unknown): NotRegularFile {
  return new NotRegularFile('It is not a file', { cause });
}
