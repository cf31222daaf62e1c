import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');

/** A server process of a benchmark. */
export type Running = { baseUrl: string; readyMs: number; residentBytes(): Promise<number>; stop(): Promise<void> };

/** Starts Keepsake with a data folder of its own; ready when it has printed its address. */
export async function startKeepsake(folder: string): Promise<Running> {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', KEEPSAKE_DATA: folder, TRUSTED_PROXIES: '127.0.0.1' };
  return await start(
    [join(root, 'server/main.ts')],
    env,
    (line) => /Keepsake is at http:\/\/localhost:(\d+)/.exec(line)?.[1],
  );
}

/** Starts the bare server on a folder. */
export async function startBare(folder: string): Promise<Running> {
  return await start(
    [join(root, 'bench/bare-server.ts'), folder],
    { PATH: process.env.PATH ?? '' },
    (line) => /^(\d+)$/.exec(line)?.[1],
  );
}

/** A new folder on the disk of the temporary folder, and the way to remove it. */
export async function newFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function start(
  args: string[],
  env: Record<string, string>,
  portIn: (line: string) => string | undefined,
): Promise<Running> {
  const began = performance.now();
  const child = spawn(node, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await portOf(child, portIn);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    readyMs: performance.now() - began,
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function portOf(child: ChildProcess, portIn: (line: string) => string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('The server has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = portIn(line);
      if (port !== undefined) resolve(port);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}
