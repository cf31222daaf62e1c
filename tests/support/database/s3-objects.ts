import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { s3Client, storageOf, testBucket } from '../engines/storage.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** What a server's database knows of a blob in S3. */
type Known = { id: string; size: number; segments: string[] };

/** The blobs that a server keeps in S3, or the thumbnails of them. */
export async function knownBlobs(server: TestServer, store: 'blobs' | 'pictures' = 'blobs'): Promise<Known[]> {
  const rows = await query(server, `select blob_id, state from blob_states where store = '${store}'`);
  return rows.map(({ blob_id, state }) => ({ ...(JSON.parse(String(state)) as Known), id: String(blob_id) }));
}

/** The object that holds the bytes of a small blob. */
export async function keyOf(server: TestServer, blobId: string): Promise<string> {
  const known = await knownBlobs(server);
  return known.find(({ id }) => id === blobId)?.segments[0] ?? '';
}

/** Keys of a server's objects that begin so. */
export async function objectKeys({ dataFolder }: TestServer, begin: string): Promise<string[]> {
  const place = { Bucket: testBucket, Prefix: `${storageOf(dataFolder).prefix}/${begin}` };
  const { Contents = [] } = await s3Client().send(new ListObjectsV2Command(place));
  return Contents.map(({ Key = '' }) => Key);
}

/** Undefined when the object is absent. */
export async function readObject(Key: string): Promise<Buffer | undefined> {
  try {
    const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: testBucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Puts other bytes into an object, or removes it. */
export async function writeObject(Key: string, bytes: Buffer | undefined): Promise<void> {
  const place = { Bucket: testBucket, Key };
  if (bytes === undefined) await s3Client().send(new DeleteObjectCommand(place));
  else await s3Client().send(new PutObjectCommand({ ...place, Body: bytes }));
}
