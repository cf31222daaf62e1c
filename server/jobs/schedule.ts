/** Work that another node was doing is tried again after this time at the latest, in milliseconds. */
const retryMs = 30_000;

/**
 * Does the work repeatedly, each time so many milliseconds after it last ended. The work returns false when another node was doing
 * it. `onPause` is told each pause. Returns the way to stop.
 */
export function schedule(
  work: () => Promise<boolean>,
  pauseMs: () => number,
  onPause: (ms: number) => void = () => {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = () =>
    void work()
      .catch(() => false)
      .then((isDone) => {
        if (stopped) return;
        const ms = isDone ? pauseMs() : Math.min(pauseMs(), retryMs);
        timer = setTimeout(run, ms);
        onPause(ms);
      });
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
