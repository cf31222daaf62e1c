import type { ObjectMetadata } from '#contract/records/objects.ts';
import type { Server } from '../../server.ts';
import { Rejected } from './rejected.ts';
import { send } from './send.ts';
import { ConnectionLost } from './storage-error.ts';

/** The URL of an object by its path: the names of its folders from the top, then its own. */
export function objectAddress(server: Server, path: string): string {
  return `${server.baseUrl}/api/objects/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Reads the metadata of an object, without retries. Throws Rejected, ConnectionLost. */
export async function fetchMetadata(server: Server, path: string, signal: AbortSignal): Promise<ObjectMetadata> {
  return (await fetchJson(server, objectAddress(server, path), signal)) as ObjectMetadata;
}

/** Sends a GET request and parses the JSON response. Throws Rejected, ConnectionLost. */
export async function fetchJson(server: Server, url: string, signal: AbortSignal): Promise<unknown> {
  const answer = await send(server, { method: 'GET', url, headers: {}, signal });
  if (answer.status !== 200) throw new Rejected(answer);
  return parse(answer.text);
}

/** Parses a response. Incomplete JSON means that the connection was cut. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConnectionLost(error);
  }
}
