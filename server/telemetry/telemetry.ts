import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { LevelWithSilent, Logger } from 'pino';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { RequestContext, RequestIds } from './request-ids.ts';
import type { TraceSettings, Traces } from './traces.ts';
import type { Call, Observe } from './watch-calls.ts';

/** How long the last traces may take to be sent. */
const sendMs = 3000;

type Settings = {
  logLevel: LevelWithSilent;
  /** Undefined for none, which then is not even loaded. */
  metrics: object | undefined;
  traces: TraceSettings | undefined;
  /** Whether an error is an answer to a wish that cannot be fulfilled, and no failure. */
  isExpectedError: (error: unknown) => boolean;
};

/** What the person who runs the server hears of it. */
export type Telemetry = {
  log: Logger;
  /** Which request runs. */
  requests: RequestContext;
  metrics: Metrics | undefined;
  traces: Traces | undefined;
  /** Undefined when nobody listens. */
  observe: Observe | undefined;
  close(): Promise<void>;
};

/** Opens the log, and what else is asked for. */
export async function openTelemetry({ logLevel, isExpectedError, ...wanted }: Settings): Promise<Telemetry> {
  const requests = new AsyncLocalStorage<RequestIds>();
  const metrics = wanted.metrics && (await import('./metrics.ts')).createMetrics();
  const log = createLog({ level: logLevel, requests, onLine: (level) => metrics?.logged(level) });
  // Spans are sent together, beside the requests they are of.
  const warn = (complaint: string) => requests.exit(() => log.warn({ complaint }, 'Traces could not be sent'));
  const traces = wanted.traces && (await (await import('./traces.ts')).openTraces({ ...wanted.traces, warn }));
  const isHeard = metrics !== undefined || traces !== undefined;
  return {
    log,
    requests,
    metrics,
    traces,
    observe: isHeard ? observe : undefined,
    close: async () => await Promise.race([traces?.close(), pause(sendMs, undefined, { ref: false })]),
  };

  async function observe<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
    const begin = performance.now();
    const end = (outcome: string) => metrics?.called({ ...call, outcome }, (performance.now() - begin) / 1000);
    try {
      const result = await (traces ? traces.span(`${call.part}.${call.call}`, work) : work());
      end('ok');
      return result;
    } catch (error) {
      end(isExpectedError(error) ? 'refused' : 'failed');
      throw error;
    }
  }
}
