import type { ObjectMetadata } from '#contract/objects.ts';
import type { Server } from '../server.ts';
import { send } from './send.ts';
import { errorFromAnswer } from './storage-error.ts';

/** The address of an object by its full path (`<uid>/<folder names>/<file name>`). */
export function objectAddress(server: Server, path: string): string {
  return `${server.baseUrl}/api/objects/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Reads the metadata of an object, without trying again. Throws StorageError, ConnectionLost. */
export async function fetchMetadata(server: Server, path: string, signal: AbortSignal): Promise<ObjectMetadata> {
  const answer = await send(server, { method: 'GET', url: objectAddress(server, path), headers: {}, signal });
  if (answer.status !== 200) throw errorFromAnswer(answer.status, answer.text);
  return JSON.parse(answer.text) as ObjectMetadata;
}
