import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ObjectMetadata } from '#contract/objects.ts';
import { openDownload } from '../storage/objects/download.ts';
import { withRetries } from '../storage/requests/retry-loop.ts';
import { ConnectionLost, StorageError } from '../storage/requests/storage-error.ts';
import type { Connection } from './connection.ts';
import { hashFile } from './file-hash.ts';

const { signal } = new AbortController();

/**
 * Downloads an object to a partial file beside the target, which is renamed once it is complete and its SHA-256 matches.
 * Resumes an interrupted download: the name of the partial file contains the version, and If-Range requires that version.
 * `onBytes` receives the number of bytes as they arrive.
 */
export async function fetchFile(
  connection: Connection,
  object: ObjectMetadata,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<'fetched' | 'unchanged'> {
  if ((await sizeOf(target)) === object.size && (await hashFile(target)) === object.sha256) return 'unchanged';
  const version = object.url.split('/')[3] ?? '';
  const part = `${target}.${version}.part`;
  await withRetries(() => fetchRest(), signal, connection.retry);
  if ((await hashFile(part)) !== object.sha256) {
    await rm(part);
    throw new StorageError('server-file-wrong-size', {
      message: 'The downloaded bytes are not those on the server. Try again.',
    });
  }
  await rename(part, target);
  return 'fetched';

  async function fetchRest(): Promise<void> {
    const have = (await sizeOf(part)) ?? 0;
    if (have === object.size && have > 0) return;
    const options = have > 0 && have < object.size ? { range: { from: have }, ifRange: `"${version}"` } : {};
    const { stream, isPart } = await openDownload(
      connection.server,
      new URL(object.url, connection.server.baseUrl).href,
      options,
      signal,
    );
    if (isPart) onBytes(have);
    const counted = new Transform({
      transform(bytes: Buffer, _encoding, next) {
        onBytes(bytes.length);
        next(null, bytes);
      },
    });
    const source = Readable.fromWeb(stream as ReadableStream);
    let isBroken = false;
    source.on('error', () => (isBroken = true));
    await pipeline(source, counted, createWriteStream(part, { flags: isPart ? 'a' : 'w' })).catch((error: unknown) => {
      throw isBroken ? new ConnectionLost(error) : error;
    });
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
}
