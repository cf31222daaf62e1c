import { freshDatabase } from '../engines/fresh-database.ts';
import { atEndOfFile, forWorker } from '../fixtures/file-end.ts';
import { startServer, type TestServer } from './start-server.ts';

/** One that nobody stops, whose log nobody reads, and which has other people's things too. */
export type SharedServer = Omit<TestServer, 'kill' | 'stop' | 'restart' | 'log' | 'expectLog'>;

let shared: Promise<SharedServer> | undefined;

/**
 * The server of all test files of a worker that need none of their own: each person has an account of their own. An error
 * in its log fails the test in which it appears.
 */
export async function sharedServer(): Promise<SharedServer> {
  return await (shared ??= forWorker(start));
}

async function start(): Promise<SharedServer> {
  const databaseUrl = await freshDatabase({ lasts: true, hasTables: true });
  const server = await startServer({ env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
  // At the end of the worker its engines may end too.
  atEndOfFile(() => server.kill('SIGKILL'));
  return server;
}
