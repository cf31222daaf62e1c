import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** A finished request. The route is a template: no label ever holds what a person typed. */
export type FinishedRequest = { route: string; method: string; status: string; seconds: number };

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600];
const callSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];
const groupSizes = [1, 2, 4, 8, 16, 32, 64];

/** Metrics for Prometheus, listed in docs/operating.md. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'keepsake_http_requests_total',
    help: 'Completed requests; the status is "aborted" if the client left before the response',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestDuration = new Histogram({
    name: 'keepsake_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['route', 'method'],
    buckets: requestSeconds,
    registers,
  });
  const running = new Gauge({
    name: 'keepsake_http_requests_running',
    help: 'Requests in progress: those of /api/uploads are uploads, those of /api/live are live listeners',
    labelNames: ['route', 'method'],
    registers,
  });
  const readers: (() => void)[] = [];
  const bytes = new Counter({
    name: 'keepsake_http_bytes_total',
    help: 'Bytes on the connections, including headers and requests in progress',
    labelNames: ['route', 'direction'],
    registers,
    collect() {
      for (const read of readers) read();
    },
  });
  const calls = new Histogram({
    name: 'keepsake_call_seconds',
    help: 'Store calls, transactions, mails and janitor runs; the outcome is ok, refused or failed',
    labelNames: ['part', 'call', 'outcome'],
    buckets: callSeconds,
    registers,
  });
  const statements = new Histogram({
    name: 'keepsake_database_statement_seconds',
    help: 'Database statements by kind',
    labelNames: ['kind'],
    buckets: callSeconds,
    registers,
  });
  const statementErrors = new Counter({
    name: 'keepsake_database_errors_total',
    help: 'Failed database statements by reason',
    labelNames: ['problem'],
    registers,
  });
  const groups = new Histogram({
    name: 'keepsake_commit_group_files',
    help: 'Files committed in one transaction',
    buckets: groupSizes,
    registers,
  });
  const groupDuration = new Histogram({
    name: 'keepsake_commit_group_seconds',
    help: 'Duration of such a transaction',
    buckets: callSeconds,
    registers,
  });
  const lines = new Counter({
    name: 'keepsake_log_lines_total',
    help: 'Log lines by level',
    labelNames: ['level'],
    registers,
  });

  return {
    requestBegan: (labels: { route: string; method: string }) => running.inc(labels),
    requestEnded({ route, method, status, seconds }: FinishedRequest) {
      running.dec({ route, method });
      requests.inc({ route, method, status });
      requestDuration.observe({ route, method }, seconds);
    },
    bytesMoved(route: string, received: number, sent: number) {
      bytes.inc({ route, direction: 'in' }, received);
      bytes.inc({ route, direction: 'out' }, sent);
    },
    /** Called before the bytes are read, so that running requests count too. */
    beforeBytes: (read: () => void) => void readers.push(read),
    called: (labels: { part: string; call: string; outcome: string }, seconds: number) =>
      calls.observe(labels, seconds),
    statementRan(kind: string, seconds: number, problem: string | undefined) {
      statements.observe({ kind }, seconds);
      if (problem !== undefined) statementErrors.inc({ problem });
    },
    groupCommitted(files: number, seconds: number) {
      groups.observe(files);
      groupDuration.observe(seconds);
    },
    logged: (level: string) => lines.inc({ level }),

    /** A metric that is read on each scrape; NaN when that fails. */
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        async collect() {
          gauge.set(
            await Promise.resolve()
              .then(read)
              .catch(() => Number.NaN),
          );
        },
      });
    },

    /** Everything in the text format of Prometheus, and its type. */
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
