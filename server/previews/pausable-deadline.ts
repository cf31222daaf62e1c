/** Calls `onEnd` after so many milliseconds, without those of its pauses. */
export function pausableDeadline(ms: number, onEnd: () => void) {
  let left = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, left);
  let hasEnded = false;

  return {
    pause(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
    resume(): void {
      if (timer !== undefined || hasEnded) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, left));
    },
    /** It calls nobody any more. */
    end(): void {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}
