import type { Folder } from '#contract/entries.ts';
import type { ObjectMetadata } from '#contract/objects.ts';
import type { Server } from '../server.ts';
import { sha256Of } from './hash.ts';
import { fetchJson, fetchMetadata } from './object-address.ts';
import { Refused } from './refused.ts';
import { type SourceBytes, sizeOf } from './source-bytes.ts';

/** What is at a name: `fileId` when it has the wanted content, and the generation to build on (0: nothing is there). */
export type Kept = { fileId: string | undefined; generation: number };

/**
 * Looks whether a request whose answer was lost did its work: is a file of this name there, with exactly these bytes?
 */
export async function findKept(
  server: Server,
  { body, name, folderId }: { body: SourceBytes; name: string; folderId: string | null },
  signal: AbortSignal,
): Promise<Kept> {
  const path = await pathIn(server, folderId, name, signal);
  try {
    return await compare(await fetchMetadata(server, path, signal), body);
  } catch (error) {
    if (error instanceof Refused && error.answer.status === 404) return { fileId: undefined, generation: 0 };
    throw error;
  }
}

/** Whether an object has exactly these bytes. */
export async function compare(metadata: ObjectMetadata, body: SourceBytes): Promise<Kept> {
  const { generation, size, sha256, fileId } = metadata;
  const isSame = size === sizeOf(body) && sha256 === (await sha256Of(body));
  return { fileId: isSame ? fileId : undefined, generation };
}

/** The path of a name in a folder. Throws Refused, ConnectionLost. */
export async function pathIn(server: Server, folderId: string | null, name: string, signal: AbortSignal) {
  if (folderId === null) return name;
  const folder = (await fetchJson(server, `${server.baseUrl}/api/folders/${folderId}`, signal)) as Folder;
  return [...folder.path.map((ancestor) => ancestor.name), folder.name, name].join('/');
}
