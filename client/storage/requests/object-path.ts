import type { Server } from '../../server.ts';
import { StorageError } from './storage-error.ts';

/**
 * The path of an object as the server wants it, without slashes at its ends. Throws invalid-root-operation when it names
 * no file, invalid-argument when a part of it is empty, `.` or `..`.
 */
export function objectPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  if (trimmed === '') throw new StorageError('invalid-root-operation');
  if (trimmed.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new StorageError('invalid-argument', { detail: { path } });
  return trimmed;
}

/** What an address of this server names: an object by its path, or a file by its id. Throws invalid-url. */
export function readAddress(server: Server, address: string): { path: string } | { fileId: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin !== new URL(server.baseUrl).origin) throw new StorageError('invalid-url', { detail: { address } });
  const path = /^\/api\/objects\/(.+)$/.exec(url.pathname)?.[1];
  const fileId = /^\/content\/([^/]+)\/[^/]+\/[^/]+$/.exec(url.pathname)?.[1];
  if (path !== undefined) return { path: decode(path) };
  if (fileId !== undefined) return { fileId: decode(fileId) };
  throw new StorageError('invalid-url', { detail: { address } });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new StorageError('invalid-url', { detail: { text }, cause });
  }
}
