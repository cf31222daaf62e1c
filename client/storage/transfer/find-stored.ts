import type { Folder } from '#contract/records/entries.ts';
import type { Server } from '../../server.ts';
import { fetchJson, fetchMetadata } from '../requests/object-address.ts';
import { Rejected } from '../requests/rejected.ts';

/** A file by its place and its bytes; `sha256` is hexadecimal. */
type Wanted = { name: string; folderId: string | null; size: number; sha256: string };

/** The id of the file with this name, if it has exactly these bytes. Throws Rejected, ConnectionLost. */
export async function findStored(
  server: Server,
  { name, folderId, size, sha256 }: Wanted,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = await pathIn(server, folderId, name, signal);
  try {
    const metadata = await fetchMetadata(server, path, signal);
    return metadata.size === size && metadata.sha256 === sha256 ? metadata.fileId : undefined;
  } catch (error) {
    if (error instanceof Rejected && error.answer.status === 404) return undefined;
    throw error;
  }
}

/** The object path of a name in a folder. Throws Rejected, ConnectionLost. */
export async function pathIn(server: Server, folderId: string | null, name: string, signal: AbortSignal) {
  if (folderId === null) return name;
  const folder = (await fetchJson(server, `${server.baseUrl}/api/folders/${folderId}`, signal)) as Folder;
  return [...folder.path.map((ancestor) => ancestor.name), folder.name, name].join('/');
}
