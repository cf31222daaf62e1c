import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitMs } from '../fixtures/patience.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** As `npm start` has it: modules are compiled once, and large pieces of memory cost few page faults (decision 101). */
export const quickStart = {
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile`,
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
const collector = ['--max-semi-space-size=8', '--heap-growing-percent=100', '--expose-gc'];
const program = [`${root}node_modules/.bin/node`, ...collector, 'server/dist/main.js'];
/** pino's level of "error"; "fatal" is above. */
const errorLevel = 50;

/** All servers that run now, so that none outlives the tests. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Output = {
  /** Each line the server prints. */
  onLine(line: string): void;
  /** Lines that tell of an error nobody asked for, and an end nobody asked for. */
  onTrouble(line: string): void;
};

export type ServerProcess = ReturnType<typeof startProcess>;

/** Starts the server as a process of its own, with exactly this environment. `via` is a program to start it through. */
export function startProcess(env: Record<string, string>, via: string[], { onLine, onTrouble }: Output) {
  const [command = '', ...args] = [...via, ...program];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...quickStart, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C at a terminal is for whoever ends it.
    detached: true,
  });
  let endWanted = false;
  running.add(child);
  child.once('exit', (code, signal) => {
    running.delete(child);
    if (!endWanted) onTrouble(`the server ended by itself (${signal ?? `exit code ${code}`})`);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine(line);
    if (levelOf(line) >= errorLevel) onTrouble(line);
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    onLine(line);
    // What is no log line comes from Node itself or from console.error.
    if (levelOf(line) >= errorLevel || Number.isNaN(levelOf(line))) onTrouble(line);
  });
  const exited = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;

  return {
    pid: child.pid ?? 0,
    exited,
    isRunning: () => running.has(child),
    /** Sends the signal and waits for the end. */
    async kill(signal: NodeJS.Signals): Promise<void> {
      endWanted = true;
      child.kill(signal);
      await exited;
    },
    /** Asks it to stop; throws when it does not do so cleanly. */
    async stop(): Promise<void> {
      if (!running.has(child)) return;
      endWanted = true;
      const tooLong = setTimeout(() => child.kill('SIGKILL'), waitMs);
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      clearTimeout(tooLong);
      if (code !== 0)
        throw new Error(`The server did not stop cleanly after SIGTERM (${signal ?? `exit code ${code}`}).`);
    },
  };
}

/** The level of a pino line, NaN when the line is none. */
function levelOf(line: string): number {
  try {
    return Number((JSON.parse(line) as { level?: unknown }).level ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}
