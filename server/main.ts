import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { databaseProblem } from './database/problems.ts';

const uploadsMs = 60_000;
const rubbishMs = 24 * 60 * 60 * 1000;
/** A connection on which no byte moves for this long is dead. */
const silenceMs = 60_000;
const headersTimeoutMs = 60_000;
const drainMs = 10_000;
/** What a crash left is finished before the first answer, unless large files have to be read again for that. */
const maxTidyMs = 5000;

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
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  const server = createServer((request, response) => void ready.promise.then((answer) => answer(request, response)));
  // Slow uploads live for hours. What is limited is the time for headers, and the time in which nothing moves.
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeoutMs;
  server.timeout = silenceMs;
  // The port is taken first: a second start on it must not touch the data.
  const port = await listen(server, config);
  const folder = await openDataFolder(config.dataFolder);
  const { janitor, ...app } = await createApp({ config: { ...config, port }, folder, log, now: Date.now });
  await Promise.race([janitor.tidyUploads(), pause(maxTidyMs, undefined, { ref: false })]);
  // A body that is left unread is our own affair: see http/request-body.ts.
  ready.resolve(getRequestListener(app.fetch, { autoCleanupIncoming: false }));
  app.previews.wake();
  const rounds = [repeat(janitor.tidyUploads, uploadsMs), repeat(janitor.removeRubbish, rubbishMs)];
  process.stdout.write(
    `Keepsake is at ${config.publicUrl?.origin ?? `http://localhost:${port}`}\nIts data lies in ${config.dataFolder}\n`,
  );

  const stop = async () => {
    for (const end of rounds) end();
    app.stopStreams();
    await drain(server);
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

/** Does the work now and again, the next time that long after the last one ended. Returns the way to stop. */
function repeat(work: () => Promise<void>, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const round = () =>
    void work().then(() => {
      if (!ended) timer = setTimeout(round, pauseMs);
    });
  round();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(
        new ConfigError(
          code === 'EADDRINUSE' || code === 'EACCES' ? portSentence(port, code) : hostSentence(host, code),
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function portSentence(port: number, code: string): string {
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be used by this user';
  return `Port ${port} ${reason}: set PORT to a free one, for example PORT=${port === 3000 ? 3001 : 3000} npm start.`;
}

function hostSentence(host: string | undefined, code: string | undefined): string {
  return `HOST is "${host}", which is no address of this machine (${code}): correct it, or unset it to listen on all.`;
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
  if (!(error instanceof Error)) return String(error);
  const problem = databaseProblem(error);
  if (problem === 'unreachable')
    return `The database cannot be reached (${error.message}): start it, or correct DATABASE_URL.`;
  if (problem === 'full') return 'The disk is full: make room, then start again.';
  if (problem === 'unusable') {
    return `The database cannot be used (${error.message}): correct DATABASE_URL, or restore keepsake.db from a backup.`;
  }
  if (error.message.startsWith('corrupted migrations')) {
    return 'The data was written by a newer Keepsake: start that version, or restore the backup from before it.';
  }
  return error.stack ?? error.message;
}
