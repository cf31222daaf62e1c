import { createRestarts, type Report, WorkerUnavailable } from '#server/workers/restarts.ts';
import type { Thumbnail, ThumbnailRequest } from './thumbnail.ts';
import { createThumbnailProcess, type ThumbnailProcess } from './thumbnail-process.ts';

export type ThumbnailMaker = {
  /**
   * Makes a thumbnail that fits into a square of `pixels`. Undefined when the bytes are no picture that can be decoded in
   * time. Throws WorkerUnavailable when no process can be started, and another error when the process that worked on it ended by itself.
   */
  make(bytes: Uint8Array, pixels: number): Promise<Thumbnail | undefined>;
  close(): void;
};

/** An idle process is ended after this time to release its memory. */
const idleMs = 20_000;
const pictureMs = 15_000;
const what = 'The process that makes thumbnails';

type Options = {
  report: Report;
  /** The Node that runs the process; this one unless given. */
  execPath?: string;
  /** How long a picture may take, in milliseconds; 15 s unless given. */
  timeoutMs?: number;
};

/** Makes thumbnails one after the other in a child process, which is started when needed, and again after it ended. */
export function createThumbnailMaker({
  report,
  execPath = process.execPath,
  timeoutMs = pictureMs,
}: Options): ThumbnailMaker {
  let current: ThumbnailProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const restarts = createRestarts({ what, report });

  return {
    make(bytes, pixels) {
      const made = last.then(() => makeNow({ bytes, pixels }));
      last = made.catch(() => {});
      return made;
    },
    close: end,
  };

  async function makeNow(request: ThumbnailRequest): Promise<Thumbnail | undefined> {
    clearTimeout(idle);
    if (current?.isKilled()) current = undefined;
    const running = (current ??= start());
    await running.ready.catch(startLater);
    restarts.worked();
    const thumbnail = await running.make(request);
    clearTimeout(idle);
    idle = setTimeout(end, idleMs);
    return thumbnail;
  }

  function start(): ThumbnailProcess {
    restarts.check();
    const started = createThumbnailProcess({ execPath, timeoutMs });
    void started.ended.then(() => {
      if (current === started) current = undefined;
    });
    return started;
  }

  function startLater(cause: unknown): never {
    restarts.failed(cause);
    throw new WorkerUnavailable(`${what} cannot be started`, { cause });
  }

  function end() {
    clearTimeout(idle);
    current?.kill();
    current = undefined;
  }
}
