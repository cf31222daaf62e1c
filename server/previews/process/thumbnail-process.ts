import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FileDescription, type FileFacts, type FileToRead, nothing, type Reading } from '../reading.ts';
import { busyDeadline } from './busy-deadline.ts';

/** What the process sends: once that it is ready; for each file the ranges that it needs, its facts before it draws, and at last what it found. */
export type FromProcess =
  | 'ready'
  | { wanted: { start: number; end: number } }
  | { facts: FileFacts }
  | { found: Reading; heldBytes: number };

/** What it is sent: a file, and each range that it asks for, or null for one that it does not get. */
export type ToProcess = { file: FileDescription } | { bytes: Uint8Array | null };

export type ThumbnailProcess = ReturnType<typeof createThumbnailProcess>;

const worker = fileURLToPath(new URL('thumbnail-worker.ts', import.meta.url));
/** Loading what decodes pictures takes a second or two on a busy machine. */
const startTimeoutMs = 60_000;
const heapMegabytes = 256;
/**
 * What the process may have of writable memory of its own: code, heap, decoded pictures. RLIMIT_DATA counts that (Linux 4.7),
 * unlike RLIMIT_AS, which also counts the many gigabytes of addresses that Node reserves and never uses.
 */
const dataMegabytes = 1536;
/** Becomes the process: the first to be killed when the system has no memory left, and limited. */
const limitedStart = `echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -d ${dataMegabytes * 1024} 2>/dev/null; exec "$0" "$@"`;
/** One that still holds more after a file is replaced, so that the next file has all the memory that it may need. */
const maxHeldBytes = 512 * 1024 ** 2;
/** Of one file, in all: what is read of a long film is a small part of it, in a few ranges. */
const maxReadBytes = 128 * 1024 ** 2;
const maxReads = 4000;

type Options = {
  /** The Node that runs the process. */
  execPath: string;
  /** Of the processor, in milliseconds: a file that takes longer is given up, and the process that tried is killed. */
  busyMs: number;
};

/** Starts the child process in which files are decoded: one file at a time. */
export function createThumbnailProcess({ execPath, busyMs }: Options) {
  const child = fork(worker, {
    execPath: '/bin/sh',
    serialization: 'advanced',
    execArgv: ['-c', limitedStart, execPath, `--max-old-space-size=${heapMegabytes}`],
    // It reads files that people uploaded, so it gets none of the server's settings.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    child.kill('SIGKILL');
  };

  /** Resolves with the reason, however it ended; also if it was never started. */
  const ended = new Promise<Error>((resolve) => {
    child.on('error', (error) => {
      kill();
      resolve(error);
    });
    child.once('exit', (code, signal) => resolve(new Error(`The process ended: ${signal ?? `exit code ${code}`}`)));
  });
  const startTooLong = setTimeout(kill, startTimeoutMs);
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then(reject);
  }).finally(() => clearTimeout(startTooLong));
  ready.catch(() => {}); // Whoever waits for it receives the error.

  return {
    /** Rejects when the process cannot be started. */
    ready,
    ended,
    kill,
    /** Whether it does nothing more, although its end may not have been noticed yet. */
    isKilled: () => isKilled,
    /**
     * Finds in what takes too long only the facts, if they were sent in time. Rejects when the process ends by itself, or with what
     * reading the file threw.
     */
    async read({ read, ...file }: FileToRead): Promise<Reading> {
      const { promise, resolve, reject } = Promise.withResolvers<Reading>();
      let inTime = nothing;
      const endDeadline = busyDeadline({ pid: child.pid, busyMs }, () => {
        resolve(inTime);
        kill();
      });
      let left = maxReadBytes;
      let reads = 0;
      const onMessage = (message: FromProcess) => {
        if (message === 'ready') return;
        if ('facts' in message) {
          inTime = { ...nothing, facts: message.facts };
          return;
        }
        if ('found' in message) {
          if (message.heldBytes > maxHeldBytes) kill();
          return resolve(message.found);
        }
        answer(message.wanted).catch((error: unknown) => {
          // What it would make of half a file says nothing.
          reject(error);
          kill();
        });
      };
      const onExit = () => void ended.then(reject);
      child.on('message', onMessage).once('exit', onExit);
      send({ file });
      try {
        return await promise;
      } finally {
        endDeadline();
        child.off('message', onMessage).off('exit', onExit);
      }

      async function answer({ start, end }: { start: number; end: number }) {
        const isInside = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end;
        reads += 1;
        const mayRead = isInside && end <= file.size && end - start <= left && reads <= maxReads;
        if (mayRead) left -= end - start;
        send({ bytes: mayRead ? await read(start, end) : null });
      }
    },
  };

  function send(message: ToProcess): void {
    child.send(message, (error) => {
      if (error) kill();
    });
  }
}
