import type { Server } from '../../server.ts';
import { StorageError } from './storage-error.ts';

/**
 * The path of an object without leading or trailing slashes. Throws invalid-root-operation if it names no file, and
 * invalid-argument if a part of it is empty, `.` or `..`.
 */
export function objectPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  if (trimmed === '') throw new StorageError('invalid-root-operation');
  if (trimmed.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new StorageError('invalid-argument', { detail: { path } });
  return trimmed;
}

/** What a URL of this server refers to: an object by its path, or a file by its id. Throws invalid-url. */
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
