import { join } from 'node:path';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** The id of the blob that is served at the url of a file. */
export async function blobIdOf(server: TestServer, url: string): Promise<string> {
  const version = url.split('/')[3];
  const [row] = await query(server, `select blob_id from versions where id = '${version}'`);
  return String(row?.['blob_id']);
}

/** Where a store keeps a blob. */
export function blobFile(folder: string, id: string): string {
  return join(folder, 'blobs', id.slice(-2), id);
}
