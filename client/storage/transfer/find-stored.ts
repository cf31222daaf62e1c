import type { Folder } from '#contract/records/entries.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import type { Server } from '../../server.ts';
import { sha256Of } from '../hashing/hash.ts';
import { fetchJson, fetchMetadata } from '../requests/object-address.ts';
import { Rejected } from '../requests/rejected.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';

/** The id of the file with this name, if it has exactly these bytes. Throws Rejected, ConnectionLost. */
export async function findStored(
  server: Server,
  { body, name, folderId }: { body: SourceBytes; name: string; folderId: string | null },
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = await pathIn(server, folderId, name, signal);
  try {
    const metadata = await fetchMetadata(server, path, signal);
    return (await hasBytes(metadata, body)) ? metadata.fileId : undefined;
  } catch (error) {
    if (error instanceof Rejected && error.answer.status === 404) return undefined;
    throw error;
  }
}

/** Whether an object has exactly these bytes. */
export async function hasBytes({ size, sha256 }: ObjectMetadata, body: SourceBytes): Promise<boolean> {
  return size === sizeOf(body) && sha256 === (await sha256Of(body));
}

/** The object path of a name in a folder. Throws Rejected, ConnectionLost. */
export async function pathIn(server: Server, folderId: string | null, name: string, signal: AbortSignal) {
  if (folderId === null) return name;
  const folder = (await fetchJson(server, `${server.baseUrl}/api/folders/${folderId}`, signal)) as Folder;
  return [...folder.path.map((ancestor) => ancestor.name), folder.name, name].join('/');
}
