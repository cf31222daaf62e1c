import { createThumbnailProcess, type ThumbnailProcess } from './thumbnail-process.ts';

/** A thumbnail as WebP, with the upright size of the whole picture and a tiny data URI of it. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number; blur: string };

export type ThumbnailRequest = { bytes: Uint8Array; pixels: number };

export type ThumbnailMaker = {
  /**
   * Makes a thumbnail that fits into a square of `pixels`. Undefined when the bytes are no picture that can be decoded in
   * time. Throws ThumbnailsUnavailable, and another error when the process that worked on it ended by itself.
   */
  make(bytes: Uint8Array, pixels: number): Promise<Thumbnail | undefined>;
  close(): void;
};

/** No process can be started now, which says nothing about the picture. */
export class ThumbnailsUnavailable extends Error {
  override readonly name = 'ThumbnailsUnavailable';
}

/** An idle process is ended after this time to release its memory. */
const idleMs = 20_000;
/** Until a process is started again after one that could not be; doubles each time, in milliseconds. */
const pauseMs = { first: 1000, longest: 60_000 };

type Options = {
  report: (problem: string, error: unknown) => void;
  /** The Node that runs the process; this one unless given. */
  execPath?: string;
};

/** Makes thumbnails one after the other in a child process, which is started when needed, and again after it ended. */
export function createThumbnailMaker({ report, execPath = process.execPath }: Options): ThumbnailMaker {
  let current: ThumbnailProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let pause = 0;
  let pausedUntil = 0;

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
    const running = (current ??= start());
    await running.ready.catch(startLater);
    pause = 0;
    const thumbnail = await running.make(request);
    clearTimeout(idle);
    idle = setTimeout(end, idleMs);
    return thumbnail;
  }

  function start(): ThumbnailProcess {
    if (performance.now() < pausedUntil) throw new ThumbnailsUnavailable('No process for thumbnails could be started');
    const started = createThumbnailProcess(execPath);
    void started.ended.then(() => {
      if (current === started) current = undefined;
    });
    return started;
  }

  function startLater(cause: unknown): never {
    pause = Math.min(pause === 0 ? pauseMs.first : pause * 2, pauseMs.longest);
    pausedUntil = performance.now() + pause;
    report(`The process that makes thumbnails cannot be started; it is tried again after ${pause / 1000} s`, cause);
    throw new ThumbnailsUnavailable('No process for thumbnails could be started', { cause });
  }

  function end() {
    clearTimeout(idle);
    current?.kill();
    current = undefined;
  }
}
