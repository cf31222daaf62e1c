import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A thumbnail as WebP, with the upright size of the whole picture and a tiny data URI of it. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number; blur: string };

export type ThumbnailRequest = { bytes: Uint8Array; pixels: number };

export type ThumbnailMaker = {
  /** Makes a thumbnail that fits into a square of `pixels`. Undefined when the bytes are no picture that can be decoded in time. */
  make(bytes: Uint8Array, pixels: number): Promise<Thumbnail | undefined>;
  close(): void;
};

const worker = fileURLToPath(new URL('thumbnail-worker.ts', import.meta.url));
/** A picture that takes longer is given up, and the process that tried is killed. */
const timeoutMs = 15_000;
/** An idle process is ended after this time to release its memory. */
const idleMs = 20_000;
const heapMegabytes = 256;

/** Makes thumbnails one after the other in a child process, which is started when needed. */
export function createThumbnailMaker(): ThumbnailMaker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    make(bytes, pixels) {
      const made = last.then(() => makeNow({ bytes, pixels }));
      last = made;
      return made;
    },
    close: end,
  };

  function makeNow(request: ThumbnailRequest): Promise<Thumbnail | undefined> {
    clearTimeout(idle);
    child ??= start();
    const running = child;
    return new Promise((resolve) => {
      const finish = (thumbnail: Thumbnail | null | undefined) => {
        clearTimeout(timeout);
        running.off('message', finish);
        running.off('exit', onExit);
        idle = setTimeout(end, idleMs);
        resolve(thumbnail ?? undefined);
      };
      const onExit = () => {
        if (child === running) child = undefined;
        finish(undefined);
      };
      const timeout = setTimeout(() => running.kill('SIGKILL'), timeoutMs);
      running.on('message', finish);
      running.on('exit', onExit);
      running.send(request, (error) => {
        if (error) running.kill('SIGKILL');
      });
    });
  }

  function start(): ChildProcess {
    return fork(worker, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // It reads files that people uploaded, so it gets none of the server's settings.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }

  function end() {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }
}
