import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Thumbnail, ThumbnailRequest } from './thumbnail.ts';

/** What the process sends: once that it is ready, then a thumbnail for each request, or null if it could make none. */
export type ThumbnailMessage = 'ready' | Thumbnail | null;

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

type Options = {
  /** The Node that runs the process. */
  execPath: string;
  /** A picture that takes longer is given up, and the process that tried is killed. */
  timeoutMs: number;
};

/** Starts the child process in which pictures are decoded: one picture at a time. */
export function createThumbnailProcess({ execPath, timeoutMs }: Options) {
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
    /** Undefined if no thumbnail could be made, or not in time. Rejects when the process ends by itself. */
    async make(request: ThumbnailRequest): Promise<Thumbnail | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<Thumbnail | undefined>();
      const tooLong = setTimeout(() => {
        resolve(undefined);
        kill();
      }, timeoutMs);
      const onMessage = (thumbnail: Thumbnail | null) => resolve(thumbnail ?? undefined);
      const onExit = () => void ended.then(reject);
      child.once('message', onMessage).once('exit', onExit);
      child.send(request, (error) => {
        if (error) kill();
      });
      try {
        return await promise;
      } finally {
        clearTimeout(tooLong);
        child.off('message', onMessage).off('exit', onExit);
      }
    },
  };
}
