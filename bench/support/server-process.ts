import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import type { EventLoopDelays } from '../load/watch-event-loop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');

/** The unit of times in /proc. */
const tickMs = 10;

/** A server process of a benchmark. */
export type ServerProcess = {
  baseUrl: string;
  port: number;
  readyMs: number;
  residentBytes(): Promise<number>;
  /** Resident memory of the largest of the processes that it started; 0 without any. */
  largestChildBytes(): Promise<number>;
  /** Its processor time since its start, which other programs on the machine hardly affect. */
  processorMs(): Promise<number>;
  /** The event-loop delay since the previous query; only for a server that was started with `watch`. */
  eventLoop(): Promise<EventLoopDelays>;
  stop(): Promise<void>;
};

export type KeepsakeOptions = {
  /** Additional settings, for example of a database. */
  settings?: Record<string, string>;
  /** Measures the event-loop delay. */
  watch?: boolean;
  /** Runs the server as it is written, not as it is built; `before` is a program of bench/ that is imported first. */
  asWritten?: { before?: string | undefined };
};

/** All running processes and temporary folders, so that nothing outlives the benchmark. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write(`Ended by ${signal}.\n`);
    process.exit(1);
  });
}

/**
 * Starts Keepsake on a data folder; resolves when it has printed its address. With BENCH_PROFILES=<folder> it writes its
 * processor profile there when it ends: see read-profile.ts.
 */
export async function startKeepsake(folder: string, options: KeepsakeOptions = {}): Promise<ServerProcess> {
  const { settings = {}, watch = false, asWritten } = options;
  const env = {
    ...baseEnvironment(),
    // As in `npm start`.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    GLIBC_TUNABLES: 'glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=131072:glibc.malloc.hugetlb=1',
    PORT: '0',
    KEEPSAKE_DATA: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  };
  const profiles = process.env.BENCH_PROFILES;
  const flags = [
    ...(profiles === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profiles]),
    ...(watch ? ['--import', join(root, 'bench/load/watch-event-loop.ts')] : []),
    ...(asWritten?.before === undefined ? [] : ['--import', join(root, 'bench', asWritten.before)]),
  ];
  return await startServer(
    [
      node,
      '--max-semi-space-size=8',
      '--heap-growing-percent=100',
      '--expose-gc',
      ...flags,
      join(root, asWritten ? 'server/main.ts' : 'server/dist/main.js'),
    ],
    portIn(/Keepsake is at http:\/\/localhost:(\d+)/),
    env,
    watch,
  );
}

/** Starts a program of bench/ that prints its port. */
export async function startProgram(program: string, ...args: string[]): Promise<ServerProcess> {
  return await startServer([node, join(root, 'bench', program), ...args], portIn(/^(\d+)$/));
}

/** Starts the bare server on a folder; it syncs each file by default. */
export async function startBare(folder: string, { sync = true } = {}): Promise<ServerProcess> {
  return await startProgram('support/bare-server.ts', folder, ...(sync ? [] : ['--no-sync']));
}

/** Starts a program that listens on a given port. */
export async function startOnPort(port: number, command: string[]): Promise<ServerProcess> {
  return await startServer(command, () => isOpen(port));
}

/** Creates a temporary folder that other users can traverse. */
export async function newFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  await chmod(path, 0o711);
  folders.add(path);
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      folders.delete(path);
    },
  };
}

type PortOf = (child: ChildProcess) => Promise<number>;

async function startServer(
  [command = '', ...args]: string[],
  portOf: PortOf,
  env: Record<string, string> = baseEnvironment(),
  watch = false,
): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(command, args, {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', ...(watch ? ['ipc' as const] : [])],
  });
  running.add(child);
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    throw new Error(`${command} ended with ${String(code)}`);
  });
  exited.catch(() => {});
  const port = await Promise.race([portOf(child), exited]);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    readyMs: performance.now() - began,
    residentBytes: () => residentBytes(child.pid ?? 0),
    async largestChildBytes() {
      const children = await childrenOf(child.pid ?? 0);
      // One that has just ended holds nothing.
      return Math.max(0, ...(await Promise.all(children.map((pid) => residentBytes(pid).catch(() => 0)))));
    },
    processorMs: () => processorMs(child.pid ?? 0),
    async eventLoop() {
      child.send('event loop');
      const [delays] = (await once(child, 'message')) as [EventLoopDelays];
      return delays;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited.catch(() => {});
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
}

/** Of a process and its running children. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain spaces; the 3rd field follows it (proc_pid_stat(5)); utime is the 14th.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const times = await Promise.all((await childrenOf(pid)).map(processorMs));
  return times.reduce((sum, ms) => sum + ms, (user + system) * tickMs);
}

/** The port that a program prints. */
function portIn(pattern: RegExp): PortOf {
  return ({ stdout }) =>
    new Promise((resolve) => {
      if (stdout === null) return;
      createInterface({ input: stdout }).on('line', (line) => {
        const port = pattern.exec(line)?.[1];
        if (port !== undefined) resolve(Number(port));
      });
    });
}

async function isOpen(port: number): Promise<number> {
  await waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return true;
    },
    { what: `a server on port ${port}` },
  );
  return port;
}

/** The environment of a program, without settings. Some servers are in /usr/sbin. */
function baseEnvironment(): Record<string, string> {
  return { PATH: `${process.env.PATH ?? ''}:/usr/sbin`, HOME: process.env.HOME ?? '/' };
}
