/** Nobody waits longer than this, in milliseconds. */
const longestWaitMs = 30_000;

/**
 * Lets one user in after the other, in the order they came. A long queue that moves is no reason to give up; one in which
 * nothing happens is. `isMoving` says that whoever is in is at work, though nothing is done yet.
 */
export function createQueue({ isMoving = () => false }: { isMoving?: () => boolean } = {}) {
  let isTaken = false;
  let movedAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => void)[] = [];

  return {
    /** Waits for one's turn until nothing has moved for `stillMs`. Returns whether it came; who got in has to leave. */
    async enter(stillMs: number): Promise<boolean> {
      if (!isTaken) {
        isTaken = true;
        return true;
      }
      const began = performance.now();
      return await new Promise((resolve) => {
        let timer = setTimeout(look, stillMs);
        waiting.push(come);

        function come() {
          clearTimeout(timer);
          resolve(true);
        }

        function look() {
          const movedLately = isMoving() ? performance.now() : movedAt;
          const leftMs = Math.min(movedLately + stillMs, began + longestWaitMs) - performance.now();
          if (leftMs > 0) timer = setTimeout(look, leftMs);
          else {
            waiting = waiting.filter((other) => other !== come);
            resolve(false);
          }
        }
      });
    },

    /** To be called by the user who is in, whenever something was done. */
    moved(): void {
      movedAt = performance.now();
    },

    /** When something was done last, by `performance.now()`. */
    movedAt: (): number => movedAt,

    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}
