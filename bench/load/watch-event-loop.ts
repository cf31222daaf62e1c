/** Preloaded into the server (`--import`): reports the event-loop delay when asked over the IPC channel. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** In milliseconds, since the previous query. */
export type EventLoopDelays = { p99: number; max: number };

const resolutionMs = 1;

const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();
process.on('message', () => {
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  process.send?.({ p99: delay(delays.percentile(99)), max: delay(delays.max) } satisfies EventLoopDelays);
  delays.reset();
});
// Does not keep the server running.
process.channel?.unref();
