/** Loaded into the server before it (`--import`): tells whoever asks over the channel how late the event loop was. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** In milliseconds, since the question before. */
export type EventLoopDelays = { p99: number; max: number };

const resolutionMs = 1;

const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();
process.on('message', () => {
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  process.send?.({ p99: late(delays.percentile(99)), max: late(delays.max) } satisfies EventLoopDelays);
  delays.reset();
});
// The server ends when it wants to.
process.channel?.unref();
