import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../engines/fresh-database.ts';
import { storageOf } from '../engines/storage.ts';
import { copyTables } from '../engines/tables.ts';
import { createExpectations } from '../fixtures/expected.ts';
import { afterEachCheck, atEndOfFile } from '../fixtures/file-end.ts';
import { freePort } from '../fixtures/free-port.ts';
import { waitMs } from '../fixtures/patience.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/** What the server prints when it answers. */
const readyLine = 'Keepsake is at ';

type Options = {
  /** Settings beside or instead of the usual ones. */
  env?: Record<string, string>;
  /** An own new folder unless given; a given one is left behind. */
  dataFolder?: string;
  /** A program to start the server through, for example `['strace', '-f']`. */
  via?: string[];
};

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a real server with an own data folder and database and waits until it answers. It ends with the test file.
 * An error line in its log, or its end by itself, fails the test unless `expectLog` allowed it before.
 */
export async function startServer({ env = {}, dataFolder, via = [] }: Options = {}) {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const baseUrl = `http://127.0.0.1:${port}`;
  const data = dataFolder ?? (await newDataFolder());
  const databaseUrl = env.DATABASE_URL ?? (await freshDatabase({ hasTables: true }));
  if (databaseUrl === undefined && dataFolder === undefined) await fillDataFolder(data);
  const settings: Record<string, string> = {
    ...surroundings(),
    PORT: String(port),
    KEEPSAKE_DATA: data,
    // Tests give each person an address of their own, since limits count by address.
    TRUSTED_PROXIES: '127.0.0.1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...storageOf(data).settings,
    ...env,
  };
  const lines: string[] = [];
  const trouble = createExpectations('error of the server');
  afterEachCheck(trouble.take);

  let current = await start();
  atEndOfFile(() => current.stop());

  return {
    baseUrl,
    port,
    dataFolder: data,
    /** Its whole environment. */
    settings,
    /** Undefined on SQLite. */
    databaseUrl,
    get pid() {
      return current.pid;
    },
    /** Everything the server printed since its first start. */
    log: () => lines.join('\n'),
    /** Allows error lines that match. */
    expectLog: trouble.expect,
    /** Sends a signal and waits for the end, whatever its exit code. */
    kill: (signal: NodeJS.Signals) => current.kill(signal),
    /** Stops it as an operator does; throws when it does not end cleanly. */
    stop: () => current.stop(),
    /** Starts it again with the same port, folder and database; stops it first when it runs. */
    async restart() {
      await current.stop();
      current = await start();
    },
  };

  async function start(): Promise<ServerProcess> {
    const { promise: up, resolve, reject } = Promise.withResolvers<void>();
    const onLine = (line: string) => {
      lines.push(line);
      if (line.includes(readyLine)) resolve();
    };
    const started = startProcess(settings, via, { onLine, onTrouble: trouble.add });
    void started.exited.then(() => reject(new Error(`The server ended while it started:\n${lines.join('\n')}`)));
    const late = setTimeout(
      () => reject(new Error(`The server did not start in ${waitMs} ms; it printed:\n${lines.join('\n')}`)),
      waitMs,
    );
    try {
      await up;
    } catch (error) {
      trouble.take(); // The error tells all of it.
      if (started.isRunning()) await started.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(late);
    }
    return started;
  }
}

async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-data-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As a first start leaves it that was killed once the database was up to date. */
async function fillDataFolder(folder: string): Promise<void> {
  await writeFile(join(folder, 'lock'), '', { mode: 0o600 });
  await copyTables(join(folder, 'keepsake.db'));
}

/** What a program needs from its surroundings; nothing of it is a setting of Keepsake. */
function surroundings(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'KEEPSAKE_TEST_RUN'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
