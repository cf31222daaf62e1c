import { createQueue } from './driver/queue.ts';

/** How long a turn is waited for while nothing moves, in milliseconds. */
const waitMs = 5000;

/** Others with the same key held their turn until the wait was over. Its code is that of a database that others hold. */
class TurnTooLate extends Error {
  readonly code = 'SQLITE_BUSY';
}

/**
 * Lets transactions with the same key into the database one after the other, so that everybody waits for at most one of
 * each other key, and a server has connections left for others. They would wait for each other there as well.
 */
export function createKeyedQueue() {
  type Lane = { queue: ReturnType<typeof createQueue>; users: number; isWorking: boolean };
  const lanes = new Map<string, Lane>();

  return {
    /**
     * Does the work when its turn has come; it calls `working` when the database has let it in. Throws an error that counts
     * as "locked" (problems.ts) when nothing moves.
     */
    async run<Result>(key: string, work: (working: () => void) => Promise<Result>): Promise<Result> {
      const lane = laneOf(key);
      const began = performance.now();
      lane.users += 1;
      try {
        if (!(await lane.queue.enter(waitMs))) throw tooLate();
        try {
          // The one before has failed, for example because others hold the database: it would be waited for once more.
          if (lane.queue.movedAt() < began && performance.now() - began > waitMs / 2) throw tooLate();
          const result = await work(() => {
            lane.isWorking = true;
          });
          lane.queue.moved();
          return result;
        } finally {
          lane.isWorking = false;
          lane.queue.leave();
        }
      } finally {
        lane.users -= 1;
        if (lane.users === 0) lanes.delete(key);
      }
    },
  };

  function tooLate(): TurnTooLate {
    return new TurnTooLate('Other transactions of the same account wait');
  }

  function laneOf(key: string): Lane {
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { queue: createQueue({ isMoving: () => lane.isWorking }), users: 0, isWorking: false };
    lanes.set(key, lane);
    return lane;
  }
}
