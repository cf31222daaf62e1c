import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/open.ts';

/** Bytes per second while the server has nothing else to do, and while it has. */
const idleRate = 64 * 1024 ** 2;
const busyRate = 4 * 1024 ** 2;
/** Utilization of the event loop from which the server counts as busy. */
const busyUtilization = 0.2;
/** The overhead of checking one blob, counted as bytes. */
const blobCost = 64 * 1024;
/** Shorter pauses are accumulated. */
const shortestPauseMs = 20;
const sizeKnownForMs = 60 * 60 * 1000;

type Deps = {
  db: Database;
  /** Time for reading everything once. */
  readAllMs: number;
};

/** How fast the scrub reads: slowly while the server is busy, faster when it is idle, and always fast enough to finish in time. */
export function createScrubPace({ db, readAllMs }: Deps) {
  let wakeUp = new AbortController();
  let freeAt = performance.now();
  let loop = performance.eventLoopUtilization();
  let needed: { rate: number; at: number } | undefined;

  return {
    /** Waits until that many more bytes may be read. */
    async spend(bytes: number): Promise<void> {
      const rate = Math.max(await neededRate(), isBusy() ? busyRate : idleRate);
      freeAt = Math.max(freeAt, performance.now() - shortestPauseMs) + ((bytes + blobCost) / rate) * 1000;
      const pauseMs = freeAt - performance.now();
      if (pauseMs > shortestPauseMs) await rest(pauseMs);
    },
    rest,
    /** Ends the current pause, or the next one when there is none. */
    wake: (): void => wakeUp.abort(),
  };

  async function rest(ms: number): Promise<void> {
    await pause(Math.max(0, ms), undefined, { signal: wakeUp.signal, ref: false }).catch(() => {});
    if (wakeUp.signal.aborted) wakeUp = new AbortController();
  }

  /** Over the time since the last call. */
  function isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    if (now.idle + now.active - loop.idle - loop.active > shortestPauseMs) loop = now;
    return utilization > busyUtilization;
  }

  async function neededRate(): Promise<number> {
    if (needed === undefined || performance.now() - needed.at > sizeKnownForMs) {
      const { bytes } = await db
        .selectFrom('accounts')
        .select(({ fn }) => fn.sum<number | string | null>('used_bytes').as('bytes'))
        .executeTakeFirstOrThrow();
      const { count } = await db
        .selectFrom('blobs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const all = Number(bytes ?? 0) + count * blobCost;
      needed = { rate: all / (readAllMs / 1000), at: performance.now() };
    }
    return needed.rate;
  }
}
