/** Nobody waits longer than this, in milliseconds. */
const maxWaitMs = 30_000;

/**
 * Lets one user in after the other, in the order they came. A long queue that moves is no reason to give up; one that is
 * stuck is. `isMoving` returns whether the user who is in is working, though nothing is done yet.
 */
export function createQueue({ isMoving = () => false }: { isMoving?: () => boolean } = {}) {
  let isTaken = false;
  let movedAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => void)[] = [];

  return {
    /** Waits for a turn until nothing has moved for `stillMs`. Returns whether it came; who got in has to leave. */
    async enter(stillMs: number): Promise<boolean> {
      if (!isTaken) {
        isTaken = true;
        return true;
      }
      const began = performance.now();
      return await new Promise((resolve) => {
        let timer = setTimeout(check, stillMs);
        waiting.push(admit);

        function admit() {
          clearTimeout(timer);
          resolve(true);
        }

        function check() {
          const movedLately = isMoving() ? performance.now() : movedAt;
          const leftMs = Math.min(movedLately + stillMs, began + maxWaitMs) - performance.now();
          if (leftMs > 0) timer = setTimeout(check, leftMs);
          else {
            waiting = waiting.filter((other) => other !== admit);
            resolve(false);
          }
        }
      });
    },

    /** To be called by the user who is in, on each progress. */
    moved(): void {
      movedAt = performance.now();
    },

    /** Time of the last progress, by `performance.now()`. */
    movedAt: (): number => movedAt,

    /** Whether somebody gets in as soon as the user who is in leaves. */
    isWaitedFor: (): boolean => waiting.length > 0,

    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}
