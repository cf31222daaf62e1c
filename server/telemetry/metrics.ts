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
    help: 'Requests that ended; the status is "aborted" where the client left before the answer',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestDuration = new Histogram({
    name: 'keepsake_http_request_seconds',
    help: 'Time from the first byte of a request to the last one of its answer',
    labelNames: ['route', 'method'],
    buckets: requestSeconds,
    registers,
  });
  const running = new Gauge({
    name: 'keepsake_http_requests_running',
    help: 'Requests that run: uploads under way are those of /api/uploads, live listeners those of /api/live',
    labelNames: ['route', 'method'],
    registers,
  });
  const readers: (() => void)[] = [];
  const bytes = new Counter({
    name: 'keepsake_http_bytes_total',
    help: 'Bytes on the connections, headers included, also of requests that still run',
    labelNames: ['route', 'direction'],
    registers,
    collect() {
      for (const read of readers) read();
    },
  });
  const calls = new Histogram({
    name: 'keepsake_call_seconds',
    help: 'Calls of the stores, transactions, mails and runs of the janitor; the outcome is ok, refused or failed',
    labelNames: ['part', 'call', 'outcome'],
    buckets: callSeconds,
    registers,
  });
  const statements = new Histogram({
    name: 'keepsake_database_statement_seconds',
    help: 'Statements of the database by kind',
    labelNames: ['kind'],
    buckets: callSeconds,
    registers,
  });
  const statementErrors = new Counter({
    name: 'keepsake_database_errors_total',
    help: 'Statements that failed, by what that means',
    labelNames: ['problem'],
    registers,
  });
  const groups = new Histogram({
    name: 'keepsake_commit_group_files',
    help: 'Files that were kept by one transaction',
    buckets: groupSizes,
    registers,
  });
  const groupDuration = new Histogram({
    name: 'keepsake_commit_group_seconds',
    help: 'Time that such a transaction took',
    buckets: callSeconds,
    registers,
  });
  const lines = new Counter({
    name: 'keepsake_log_lines_total',
    help: 'Lines of the log by level',
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
