import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { strace } from '#tests/support/server/strace-program.ts';

/** With this setting one thread does all that a server does with files of people, so that its calls can be counted. */
export const oneThread = { UV_THREADPOOL_SIZE: '1' };

/** The threads of a server that keep things, by the names that the system knows them by. */
const threadNames = {
  main: 'MainThread',
  database: 'database',
  search: 'search',
  hasher: 'hasher',
  md5: 'md5',
  pool: 'libuv-worker',
} as const;

export type Thread = keyof typeof threadNames;

/** How often a thread made a system call. */
export type Calls = { thread: Thread; call: string; count: number };

/** The k-th call of that name that a thread makes from now on. */
export type CallAt = { thread: Thread; call: string; k: number };

/** What happens there, as strace(1) has it: `signal=KILL`, `error=EIO`. */
export type Fault = CallAt & { what: string };

/** Everything by which a server changes what is stored or answers. Not every machine has each of them. */
export const writingCalls = words(`
  write writev pwrite64 pwritev pwritev2 sendto sendmsg fsync fdatasync ftruncate fallocate
  rename renameat renameat2 unlink unlinkat mkdir mkdirat`);

/** Does the work and counts the calls of those names that the threads of a server make meanwhile. */
export async function countCalls(pid: number, names: readonly string[], work: () => Promise<void>): Promise<Calls[]> {
  const seen: { tid: number; call: string }[] = [];
  const known = names.map((name) => `?${name}`).join(',');
  const tracer = await attach(['-f', '-p', String(pid), '-e', `trace=${known}`], (line) => {
    const [, tid, call] = /^\[pid +(\d+)\] (\w+)\(/.exec(line) ?? [];
    if (call !== undefined) seen.push({ tid: Number(tid), call });
  });
  await work();
  await tracer.detach();
  const calls = threadsOf(pid).flatMap(({ thread, tid }) =>
    names.map((call) => ({ thread, call, count: seen.filter((one) => one.tid === tid && one.call === call).length })),
  );
  return calls.filter(({ count }) => count > 0);
}

/** Everything by which a server reads and changes files. `write` is left out: Node's threads call each other by it. */
export const fileCalls = words(`
  pwrite64 pwritev pwritev2 pread64 fsync fdatasync ftruncate openat statfs
  rename renameat renameat2 unlink unlinkat mkdir mkdirat`);

/** Does the work while one call of the server goes wrong. Returns whether it came to that call. */
export async function withFault(
  pid: number,
  { thread, call, k, what }: Fault,
  work: () => Promise<void>,
): Promise<boolean> {
  const tid = threadsOf(pid).find((one) => one.thread === thread)?.tid;
  if (tid === undefined) throw new Error(`The server has no thread ${thread}`);
  const injection = `inject=${call}:${what}:when=${k}`;
  let happened = false;
  const tracer = await attach(['-p', String(tid), '-e', `trace=${call}`, '-e', injection], (line) => {
    happened ||= line.includes('(INJECTED)') || line.includes('killed by');
  });
  try {
    await work();
  } finally {
    await tracer.detach();
  }
  return happened;
}

/** Attaches strace to a running process with these arguments; hears each of its lines. */
export async function attach(args: string[], onLine: (line: string) => void = () => {}) {
  const tracer = spawn(strace, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'close');
  const attached = Promise.withResolvers<void>();
  const said: string[] = [];
  const lines = createInterface({ input: tracer.stderr });
  lines.on('line', (line) => {
    said.push(line);
    if (line.includes(' attached')) attached.resolve();
    onLine(line);
  });
  tracer.once('exit', () => attached.reject(new Error(`strace ended: ${said.join('\n')}`)));
  await attached.promise;
  return {
    /** Also when the server is gone, and strace with it. */
    async detach() {
      tracer.kill('SIGINT');
      await ended;
    },
  };
}

function threadsOf(pid: number): { thread: Thread; tid: number }[] {
  const tasks = readdirSync(`/proc/${pid}/task`).map((tid) => ({
    tid: Number(tid),
    name: readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim(),
  }));
  return Object.entries(threadNames).flatMap(([thread, name]) =>
    tasks.filter((task) => task.name === name).map(({ tid }) => ({ thread: thread as Thread, tid })),
  );
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
