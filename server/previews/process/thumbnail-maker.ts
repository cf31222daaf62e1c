import { createRestarts, type Report, WorkerUnavailable } from '#server/workers/restarts.ts';
import { withNameDate } from '../name-date.ts';
import type { FileToRead, Reading } from '../reading.ts';
import { createThumbnailProcess, type ThumbnailProcess } from './thumbnail-process.ts';

export type ThumbnailMaker = {
  /**
   * Reads the facts of a file and makes its pictures, as far as that is possible in time. Throws WorkerUnavailable when no process can
   * be started, what reading the file throws, and another error when the process that worked on it ended by itself.
   */
  read(file: FileToRead): Promise<Reading>;
  close(): void;
};

/** An idle process is ended after this time to release its memory. */
const idleMs = 20_000;
const fileMs = 15_000;
const what = 'The process that makes thumbnails';

type Options = {
  report: Report;
  /** The Node that runs the process; this one unless given. */
  execPath?: string;
  /** What a file may take of the processor, in milliseconds; 15 s unless given. */
  busyMs?: number;
};

/** Looks into files one after the other in a child process, which is started when needed, and again after it ended. */
export function createThumbnailMaker({
  report,
  execPath = process.execPath,
  busyMs = fileMs,
}: Options): ThumbnailMaker {
  let current: ThumbnailProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const restarts = createRestarts({ what, report });

  return {
    read(file) {
      const reading = last.then(() => readNow(file));
      last = reading.catch(() => {});
      return reading;
    },
    close: end,
  };

  async function readNow(file: FileToRead): Promise<Reading> {
    clearTimeout(idle);
    if (current?.isKilled()) current = undefined;
    const running = (current ??= start());
    await running.ready.catch(startLater);
    restarts.worked();
    const reading = withNameDate(await running.read(file), file);
    clearTimeout(idle);
    idle = setTimeout(end, idleMs);
    return reading;
  }

  function start(): ThumbnailProcess {
    restarts.check();
    const started = createThumbnailProcess({ execPath, busyMs });
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
