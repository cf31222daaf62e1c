import { rename, rm, utimes } from 'node:fs/promises';
import { printable } from '#contract/names/printable.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import { openDownload } from '../../storage/objects/download.ts';
import { ConnectionLost, StorageError } from '../../storage/requests/storage-error.ts';
import { withRetries } from '../../storage/retries/retry-loop.ts';
import { hashFile } from '../local/file-hash.ts';
import { partOf, receive, sizeOf } from '../local/partial-file.ts';
import { refuseFolder, UnsafeTarget } from '../local/target.ts';
import type { Connection } from './connection.ts';

const { signal } = new AbortController();

/**
 * Downloads an object to a partial file beside the target, which is renamed once it is complete and its SHA-256 matches.
 * Resumes an interrupted download: the name of the partial file and the address contain the version, whose bytes never change.
 * The file gets the time of modification that the server has. `isTaken`: paths that no partial file may have. `onBytes`
 * receives how many more bytes are here, or fewer, where some that arrived were not written.
 */
export async function fetchFile(
  connection: Connection,
  object: ObjectMetadata,
  target: string,
  isTaken: (path: string) => boolean,
  onBytes: (bytes: number) => void,
): Promise<'fetched' | 'replaced' | 'unchanged'> {
  await refuseFolder(target);
  const size = await sizeOf(target);
  if (size === object.size && (await hashFile(target)) === object.sha256) return 'unchanged';
  const address = addressOf(connection, object);
  const version = versionOf(object);
  const part = partOf(target, version, isTaken);
  /** How many bytes are here, as far as it was told. */
  let told = 0;
  const tell = (here: number) => {
    onBytes(here - told);
    told = here;
  };
  // What made progress may be retried as long as what just began.
  while (!(await withRetries(fetchMore, signal, connection.retry)));
  if ((await hashFile(part)) !== object.sha256) {
    await rm(part);
    throw new StorageError('server-file-wrong-size', {
      message: 'The downloaded bytes are not those on the server. Try again.',
    });
  }
  // A server of an earlier version does not say it.
  if (Number.isFinite(object.modifiedAt)) await utimes(part, object.modifiedAt / 1000, object.modifiedAt / 1000);
  await rename(part, target);
  return size === undefined ? 'fetched' : 'replaced';

  /** Returns whether all of it is here. Throws ConnectionLost if not one byte more is. */
  async function fetchMore(): Promise<boolean> {
    const have = (await sizeOf(part)) ?? 0;
    if (have === object.size && have > 0) {
      tell(have);
      return true;
    }
    const options = have > 0 && have < object.size ? { range: { from: have } } : {};
    const { stream, isPart } = await openDownload(connection.downloads, address, options, signal);
    const before = isPart ? have : 0;
    tell(before);
    const lost = await receive({ stream, isPart }, part, (bytes) => tell(told + bytes)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (lost === undefined) return true;
    const kept = (await sizeOf(part)) ?? 0;
    if (lost instanceof ConnectionLost && kept > before) return false;
    throw lost;
  }
}

/** The bytes of an object are fetched from the server that the password is for, and from no other. */
function addressOf({ server }: Connection, { url }: ObjectMetadata): string {
  const address = new URL(url, server.baseUrl);
  if (address.origin === new URL(server.baseUrl).origin) return address.href;
  throw new UnsafeTarget(`The server sent the address of another one: ${printable(address.origin)}.`);
}

/** The id of the version in the address; it becomes a part of a local name. */
function versionOf({ url }: ObjectMetadata): string {
  const version = url.split('/')[3] ?? '';
  if (/^[\w-]+$/.test(version)) return version;
  throw new UnsafeTarget(`The server sent an address that cannot be used here: "${printable(url)}".`);
}
