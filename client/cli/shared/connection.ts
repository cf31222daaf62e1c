import { type ApiClient, createApi } from '../../api.ts';
import { programServer, type Server } from '../../server.ts';
import type { RetryOptions } from '../../storage/retries/retry.ts';
import { createStorage, type Storage } from '../../storage/storage.ts';
import type { Config } from './config-file.ts';
import { UsageError } from './errors.ts';
import { readByHttp } from './read-by-http.ts';
import { sendByHttp } from './send-by-http.ts';
import { tellingClock } from './unreachable.ts';

/** The clients of the server that the person is logged in to. */
export type Connection = {
  server: Server;
  /** The same server, for what is downloaded from it. */
  downloads: Server;
  api: ApiClient;
  storage: Storage;
  retry: Partial<RetryOptions>;
};

/** `waitMs`: how long an unreachable server is retried; `onWait` is called once, when that is noticed. */
export function connect(config: Config, waitMs: number, onWait: () => void = () => {}): Connection {
  const server: Server = { ...programServer(config), send: sendByHttp };
  const downloads = programServer(config, readByHttp);
  const retry = { limitMs: waitMs, clock: tellingClock(onWait) };
  return {
    server,
    downloads,
    api: createApi(server),
    storage: createStorage(server, { bucket: 'keepsake', retry }),
    retry,
  };
}

/** The names in a path; none for Root. */
export function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** The same in a path that a person typed. Throws UsageError where it goes up. */
export function typedNames(path: string): string[] {
  const names = namesIn(path);
  if (names.includes('..'))
    throw new UsageError(`"${path}" has a "..": name a path from Root, such as Photos/Summer; / is Root.`);
  return names;
}
