/** Work that another node was doing is tried again after this time at the latest, in milliseconds. */
const retryMs = 30_000;

type Times = {
  /** How long until it is done for the first time, in milliseconds. */
  firstMs: number;
  /** How long after it last ended it is done again. */
  pauseMs: () => number;
  /** Is told each time how long it is until then. */
  onPause?: (ms: number) => void;
};

/** Does the work repeatedly. It returns false when another node was doing it. Returns the way to stop. */
export function schedule(work: () => Promise<boolean>, { firstMs, pauseMs, onPause = () => {} }: Times): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const waitFor = (ms: number) => {
    timer = setTimeout(run, ms);
    onPause(ms);
  };
  const run = () =>
    void work()
      .catch(() => false)
      .then((isDone) => {
        if (!stopped) waitFor(isDone ? pauseMs() : Math.min(pauseMs(), retryMs));
      });
  waitFor(firstMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
