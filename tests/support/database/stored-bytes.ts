import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { isOnS3 } from '../engines/storage.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';
import { keyOf, objectKeys, readObject, writeObject } from './s3-objects.ts';

/** The blob that a file shows. */
export async function blobOf(server: TestServer, { id }: File): Promise<string> {
  const rows = await query(
    server,
    `select blob_id from versions join entries on entries.current_version = versions.id where entries.id = '${id}'`,
  );
  return String(rows[0]?.['blob_id']);
}

/** What lies where a blob is stored, in the database, on the disk or in S3; undefined when nothing does. */
export async function storedBytes(server: TestServer, blobId: string): Promise<Buffer | undefined> {
  const [small] = await query(server, `select bytes from small_blobs where blob_id = '${blobId}'`);
  if (small !== undefined) return small['bytes'] as Buffer;
  return isOnS3() ? await readObject(await keyOf(server, blobId)) : await readOrNothing(placeOf(server, blobId));
}

/** Puts other bytes where a blob is stored, as a failing disk or a clumsy hand does, or nothing. */
export async function storeBytes(server: TestServer, blobId: string, bytes: Buffer | undefined): Promise<void> {
  const [small] = await query(server, `select blob_id from small_blobs where blob_id = '${blobId}'`);
  if (small === undefined) {
    if (isOnS3()) await writeObject(await keyOf(server, blobId), bytes);
    else if (bytes === undefined) await rm(placeOf(server, blobId));
    else await writeFile(placeOf(server, blobId), bytes);
  } else if (bytes === undefined) {
    await query(server, `delete from small_blobs where blob_id = '${blobId}'`);
  } else {
    const hex = bytes.toString('hex');
    const literal = inject('database') === 'sqlite' ? `x'${hex}'` : String.raw`'\x${hex}'`;
    await query(server, `update small_blobs set bytes = ${literal} where blob_id = '${blobId}'`);
  }
}

/** The bytes of a blob that were set aside because they are damaged. */
export async function quarantinedBytes(server: TestServer, blobId: string): Promise<Buffer | undefined> {
  if (isOnS3()) {
    const [key] = await objectKeys(server, `quarantine/${blobId}`);
    return key === undefined ? undefined : await readObject(key);
  }
  return await readOrNothing(join(server.dataFolder, 'blobs', 'quarantine', blobId));
}

/** Where a blob lies on the disk. */
export function placeOf(server: TestServer, blobId: string): string {
  return join(server.dataFolder, 'blobs', blobId.slice(-2), blobId);
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
