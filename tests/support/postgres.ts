/** Starts PostgreSQL for the tests that run on it: an own server in a throw-away folder, on 127.0.0.1 only. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { waitFor } from './wait-for.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which database the servers of this project use. */
    database: 'sqlite' | 'postgres';
    /** The maintenance database of the project's PostgreSQL. */
    postgresUrl: string;
  }
}

type Unprivileged = { uid?: number; gid?: number };

const superuser = 'keepsake_tests';

/** Vitest calls this once before the project's tests, and what it returns once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is missing: run `npm test`, which says how to get it.');
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    await chmod(folder, 0o700);
    await chown(folder, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const data = join(folder, 'data');
  const run = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8' },
  };
  const identity = ['--username', superuser, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
  execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...identity, '--encoding=UTF8', '--no-sync'], {
    ...run,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitFor(() => answers(url, server, log), { what: 'PostgreSQL', timeoutMs: 30_000 });
  } catch (error) {
    await end(server);
    throw new Error(`PostgreSQL does not start:\n${log}`, { cause: error });
  }
  project.provide('postgresUrl', url);

  return async () => {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  };
}

/** PostgreSQL refuses to run as root: then it runs as Debian's user for it, or as nobody. */
async function unprivilegedUser(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : { uid: 65_534, gid: 65_534 };
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
