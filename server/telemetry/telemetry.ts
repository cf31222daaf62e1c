import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { LevelWithSilent, Logger } from 'pino';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { RequestContext, RequestIds } from './request-ids.ts';
import type { TraceSettings, Traces } from './traces.ts';
import type { Call, Observe } from './watch-calls.ts';

/** How long sending the last traces may take. */
const sendMs = 3000;

type Settings = {
  logLevel: LevelWithSilent;
  /** Undefined for none; the library is then not even loaded. */
  metrics: object | undefined;
  traces: TraceSettings | undefined;
  /** See errors/expected-error.ts. */
  isExpectedError: (error: unknown) => boolean;
};

/** What the operator learns about the running server. */
export type Telemetry = {
  log: Logger;
  /** Which request code runs for. */
  requests: RequestContext;
  metrics: Metrics | undefined;
  traces: Traces | undefined;
  /** Undefined without metrics and traces. */
  observe: Observe | undefined;
  close(): Promise<void>;
};

/** Opens the log and, where configured, metrics and traces. */
export async function openTelemetry({ logLevel, isExpectedError, ...wanted }: Settings): Promise<Telemetry> {
  const requests = new AsyncLocalStorage<RequestIds>();
  const metrics = wanted.metrics && (await import('./metrics.ts')).createMetrics();
  const log = createLog({ level: logLevel, requests, onLine: (level) => metrics?.logged(level) });
  // Spans are sent in batches, outside of their requests.
  const warn = (reason: string) => requests.exit(() => log.warn({ reason }, 'Traces could not be sent'));
  const traces = wanted.traces && (await (await import('./traces.ts')).openTraces({ ...wanted.traces, warn }));
  const isObserved = metrics !== undefined || traces !== undefined;
  return {
    log,
    requests,
    metrics,
    traces,
    observe: isObserved ? observe : undefined,
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
