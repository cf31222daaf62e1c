import { type ApiClient, createApi } from '../api.ts';
import { programServer, type Server } from '../server.ts';
import type { RetryOptions } from '../storage/requests/retry.ts';
import { createStorage, type Storage } from '../storage/storage.ts';
import type { Config } from './config-file.ts';
import { sendByHttp } from './send-by-http.ts';

/** The server, ready to be spoken to. */
export type Home = { server: Server; api: ApiClient; storage: Storage; retry: Partial<RetryOptions> };

/** `waitMs`: how long a server that cannot be reached is tried. */
export function openHome(config: Config, waitMs: number): Home {
  const server: Server = { ...programServer(config), send: sendByHttp };
  const retry = { limitMs: waitMs };
  return { server, api: createApi(server), storage: createStorage(server, { bucket: 'keepsake', retry }), retry };
}

/** A path as it was typed: the names in it, none for Root. */
export function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
