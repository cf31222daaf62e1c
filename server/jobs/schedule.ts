/** Work that another node was doing is tried again after this time at the latest, in milliseconds. */
const retryMs = 30_000;

/**
 * Does the work repeatedly, each time so many milliseconds after it last ended. The work returns false when another node was doing
 * it. Returns the way to stop.
 */
export function schedule(work: () => Promise<boolean>, pauseMs: () => number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = () =>
    void work()
      .catch(() => false)
      .then((isDone) => {
        if (!stopped) timer = setTimeout(run, isDone ? pauseMs() : Math.min(pauseMs(), retryMs));
      });
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
