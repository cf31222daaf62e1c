/** Starts PostgreSQL: an own server in a folder of its own, on 127.0.0.1 only. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../fixtures/free-port.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

type Unprivileged = { uid?: number; gid?: number };

const superuser = 'keepsake';
/** The servers of several test files use it at once, each with up to 17 connections, which they keep for a minute. */
const maxConnections = 1000;

/**
 * A PostgreSQL that runs until it is closed. `url` is that of its maintenance database. What it keeps lies in the folder
 * that is given and is there the next time; else in one that is thrown away. Unless it `syncs`, a loss of power may destroy it.
 */
export async function startPostgres({ keptIn, syncs = true }: { keptIn?: string; syncs?: boolean } = {}) {
  const programs = findPostgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is missing: run `npm test`, which says how to get it.');
  const user = await unprivilegedUser();
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'keepsake-postgres-')));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await giveTo(user, folder);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const run = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8' },
  };
  if (!existsSync(data)) await makeData();
  const password = await readFile(passwordFile, 'utf8');

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    ...(syncs ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  let log = '';
  let server = await start();

  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    /** What it logged. */
    log: {
      read: () => log,
      clear() {
        log = '';
      },
    },
    /** Ends it with all its connections, and starts it again. */
    async restart(): Promise<void> {
      await end(server);
      server = await start();
    },
    async close(): Promise<void> {
      await end(server);
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true });
    },
  };

  /** Made aside, so that what is there is whole. */
  async function makeData(): Promise<void> {
    const unfinished = `${data}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await writeFile(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 });
    await giveTo(user, passwordFile);
    const identity = ['--username', superuser, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const speed = keptIn === undefined ? ['--no-sync'] : [];
    execFileSync(
      join(programs as string, 'initdb'),
      ['--pgdata', unfinished, ...identity, '--encoding=UTF8', ...speed],
      { ...run, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    await rename(unfinished, data);
  }

  async function start(): Promise<ChildProcess> {
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const started = spawn(join(programs as string, 'postgres'), args, {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C at a terminal is for whoever ends it.
      detached: true,
    });
    started.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    try {
      await waitFor(() => answers(url, started, log), { what: 'PostgreSQL' });
      return started;
    } catch (error) {
      await end(started);
      throw new Error(`PostgreSQL does not start:\n${log}`, { cause: error });
    }
  }
}

/** PostgreSQL refuses to run as root: then it runs as Debian's user for it, or as nobody. */
async function unprivilegedUser(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : { uid: 65_534, gid: 65_534 };
}

async function giveTo({ uid, gid }: Unprivileged, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

async function answers(url: string, server: ChildProcess, log: string): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(log);
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it breaks the connections and ends cleanly. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
}
