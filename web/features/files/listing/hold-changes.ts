/** For so long at most, so that what others do is not kept back by a server that does not answer, in milliseconds. */
const longestMs = 5000;
/** A change follows its answer, or comes before it, within this time, in milliseconds. */
const followsMs = 300;

/** Holds the changes of the stream back while they would show what is no longer wanted. */
export function createHold() {
  /** Calls under way, and when the last of them began or ended. */
  let calls = 0;
  let since = Number.NEGATIVE_INFINITY;

  return {
    /** Until the call is answered and its change had time to come. */
    during(call: Promise<unknown>): void {
      calls += 1;
      since = performance.now();
      const end = () => {
        calls -= 1;
        since = performance.now();
      };
      call.then(end, end);
    },
    isHeld: (): boolean => performance.now() - since < (calls > 0 ? longestMs : followsMs),
  };
}
