import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { maxNameBytes } from '#contract/limits.ts';
import { utf8Length } from '#contract/names/names.ts';
import type { Download } from '../../storage/objects/download.ts';
import { ConnectionLost } from '../../storage/requests/storage-error.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/**
 * The file beside a target that holds what has arrived of a version. Another name where the usual one is too long, or `isTaken`
 * by a file that is downloaded too.
 */
export function partOf(target: string, version: string, isTaken: (path: string) => boolean): string {
  const usual = `${target}.${version}.part`;
  if (utf8Length(basename(usual)) <= maxNameBytes && !isTaken(usual)) return usual;
  for (let number = 1; ; number += 1) {
    const other = join(dirname(target), `.${version}.${number}.part`);
    if (!isTaken(other)) return other;
  }
}

/**
 * Writes what arrives to a partial file: behind what it has if that was asked for, otherwise from its beginning. `onBytes`
 * receives the number of bytes as they arrive. Throws ConnectionLost when the connection breaks.
 */
export async function receive(
  { stream, isPart }: Pick<Download, 'stream' | 'isPart'>,
  part: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, next) {
      onBytes(bytes.length);
      next(null, bytes);
    },
  });
  const source = Readable.fromWeb(stream as ReadableStream);
  const file = await open(part, flagsFor(isPart)).catch((error: NodeJS.ErrnoException) => {
    // What is missing is the folder, and the person has not named the part.
    throw error.code === 'ENOENT' ? Object.assign(error, { path: dirname(part) }) : error;
  });
  const written = file.createWriteStream();
  /** Whether the connection failed, or else the disk: the first of the two ends the other. */
  let isBroken: boolean | undefined;
  source.on('error', () => (isBroken ??= true));
  written.on('error', () => (isBroken ??= false));
  await pipeline(source, counted, written).catch((error: unknown) => {
    throw isBroken ? new ConnectionLost(error) : error;
  });
}

/** In bytes; undefined if there is no file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
}

/** Opens the partial file to resume, or empties it; never what a link in its place leads to. */
function flagsFor(isPart: boolean): number {
  return O_WRONLY | O_CREAT | (isPart ? O_APPEND : O_TRUNC) | (O_NOFOLLOW ?? 0);
}
