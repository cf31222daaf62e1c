import { connect } from './connection.ts';
import { multipartsOf } from './multiparts.ts';
import { objectsOf } from './objects.ts';
import type { S3Settings } from './settings.ts';

export type Bucket = ReturnType<typeof createBucket>;

/**
 * One bucket of an S3 server, call by call; see `createCalls` for what is repeated and thrown. Relies on nothing that only
 * some servers have: no conditional writes, and no checksum headers, which Ceph ignores. What is written is checked with
 * Content-MD5.
 */
export function createBucket(settings: S3Settings) {
  const connection = connect(settings);
  const objects = objectsOf(connection);
  return { ...objects, ...multipartsOf(connection, objects.sizeOf), close: () => connection.client.destroy() };
}
