import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A small picture as WebP, with the size of the whole one, upright, and a tiny data URI of it. */
export type Picture = { bytes: Uint8Array; width: number; height: number; blur: string };

export type PictureRequest = { bytes: Uint8Array; pixels: number };

export type PictureMaker = {
  /** Makes a picture that fits into a square of `pixels`. Undefined when the bytes are no picture, or too hard. */
  make(bytes: Uint8Array, pixels: number): Promise<Picture | undefined>;
  close(): void;
};

const worker = fileURLToPath(new URL('thumbnail-worker.ts', import.meta.url));
/** A picture that takes longer is given up, with the process that tried. */
const timeoutMs = 15_000;
/** Without work the process ends, so that its memory is given back. */
const idleMs = 20_000;
const heapMegabytes = 256;

/** Makes pictures in one process of its own, one after the other; it is started when needed. */
export function createPictureMaker(): PictureMaker {
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

  function makeNow(request: PictureRequest): Promise<Picture | undefined> {
    clearTimeout(idle);
    child ??= start();
    const running = child;
    return new Promise((resolve) => {
      const finish = (picture: Picture | null | undefined) => {
        clearTimeout(tooLong);
        running.off('message', finish);
        running.off('exit', onExit);
        idle = setTimeout(end, idleMs);
        resolve(picture ?? undefined);
      };
      const onExit = () => {
        if (child === running) child = undefined;
        finish(undefined);
      };
      const tooLong = setTimeout(() => running.kill('SIGKILL'), timeoutMs);
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
      // What people keep is read there, so it is told nothing of the server's settings.
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
