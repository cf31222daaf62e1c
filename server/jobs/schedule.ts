/** How soon work is tried again that another node was at, in milliseconds. */
const besideOthersMs = 30_000;

/**
 * Does the work now and again, the next time that long after the last one ended. The work returns false when another
 * node was at it. Returns the way to stop.
 */
export function schedule(work: () => Promise<boolean>, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const round = () =>
    void work()
      .catch(() => false)
      .then((isDone) => {
        if (!ended) timer = setTimeout(round, isDone ? pauseMs : Math.min(pauseMs, besideOthersMs));
      });
  round();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
