/** Tells the operator of a problem despite which the server continues. */
export type Report = (problem: string, error: unknown) => void;

/** A worker (a thread or a process) cannot be started now, or has ended; says nothing about the work it was given. */
export class WorkerUnavailable extends Error {
  override readonly name = 'WorkerUnavailable';
  readonly code = 'ERR_WORKER_UNAVAILABLE';
}

/** Until a worker is started again after one that could not be; doubles each time, in milliseconds. */
const pauseMs = { first: 1000, longest: 60_000 };

type Options = {
  /** The worker in a sentence: "The thread that hashes files". */
  what: string;
  report: Report;
};

/**
 * When a worker that ended may be started again: at once if it has worked, otherwise after pauses that grow. `report` is
 * called for each pause.
 */
export function createRestarts({ what, report }: Options) {
  let pause = 0;
  let pausedUntil = 0;

  return {
    /** To be called before each start. Throws WorkerUnavailable during a pause. */
    check(): void {
      if (performance.now() < pausedUntil) throw new WorkerUnavailable(`${what} cannot be started`);
    },
    /** The worker could not be started, or ended before it did anything. */
    failed(cause: unknown): void {
      pause = Math.min(pause === 0 ? pauseMs.first : pause * 2, pauseMs.longest);
      pausedUntil = performance.now() + pause;
      report(`${what} cannot be started; it is tried again after ${pause / 1000} s`, cause);
    },
    /** The worker does what it is for. */
    worked(): void {
      pause = 0;
    },
  };
}

/** For programs that have no log: a line on stderr. */
export const reportToStderr: Report = (problem, error) =>
  void process.stderr.write(`${problem}: ${error instanceof Error ? error.message : String(error)}\n`);
