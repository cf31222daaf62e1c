import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { databaseProblem } from './database/problems.ts';

const janitorMs = 60_000;
const headersTimeoutMs = 60_000;
const drainMs = 10_000;

process.umask(0o077);
const log = pino({ level: 'info' });

try {
  await start(readConfig());
} catch (error) {
  // One sentence that says what to change; anything else is a bug and shows where it is.
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exit(1);
}

async function start(config: Config) {
  const folder = await openDataFolder(config.dataFolder);
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  const server = createServer((request, response) => void ready.promise.then((answer) => answer(request, response)));
  // Slow uploads live for hours; what is limited is the time for headers.
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  // The port is taken first: a second start on it must not touch the data.
  const port = await listen(server, config);
  const app = await createApp({ config: { ...config, port }, folder, log, now: Date.now });
  await app.janitor.tidy();
  // A body that is left unread is our own affair: see http/request-body.ts.
  ready.resolve(getRequestListener(app.fetch, { autoCleanupIncoming: false }));
  const timer = setInterval(() => void app.janitor.tidy(), janitorMs);
  process.stdout.write(
    `Keepsake is at ${config.publicUrl?.origin ?? `http://localhost:${port}`}\nIts data lies in ${config.dataFolder}\n`,
  );

  const stop = async () => {
    clearInterval(timer);
    app.stopStreams();
    await drain(server);
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
      reject(
        new ConfigError(
          `Port ${port} ${reason}: set PORT to a free one, for example PORT=${port === 3000 ? 3001 : 3000} npm start.`,
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Lets running requests end, then cuts what is left. */
async function drain(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cut);
}

function describe(error: unknown): string {
  if (databaseProblem(error) === 'unreachable') {
    return `The database cannot be reached (${(error as Error).message}): start it, or correct DATABASE_URL.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
