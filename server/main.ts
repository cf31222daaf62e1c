import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { printable, printableJson, printableLines } from '#contract/names/printable.ts';
import { checkBackupFolder } from '#server/backups/check-backup-folder.ts';
import type { Config } from '#server/config/config-type.ts';
import { commonHeaders } from '#server/http/server/common-headers.ts';
import { readConfig } from './config/config.ts';
import { isExpectedError } from './errors/expected-error.ts';
import { createConnections } from './http/server/connections.ts';
import { drain } from './http/server/drain.ts';
import { listen } from './http/server/listen.ts';
import { createRequestListener } from './http/server/request-listener.ts';
import { createStaleRequests } from './http/server/stale-requests.ts';
import { answerStarting } from './http/server/starting.ts';
import { createRequestWatch } from './http/server/watch-requests.ts';
import { openInstallation } from './installation/installation.ts';
import { describeStartupError } from './installation/startup-error.ts';
import { startSchedules } from './jobs/schedules.ts';
import type { ReadServerReport } from './telemetry/report/server-report.ts';
import { createMetricsServer } from './telemetry/serve-metrics.ts';
import { openTelemetry } from './telemetry/telemetry.ts';

/** What a crash interrupted is completed before the first response, unless that takes longer than this. */
const maxTidyMs = 5000;
/** How long a database or bucket that does not answer can delay the end. */
const maxCloseMs = 5000;
/** By then the start is over, as a rule. */
const startOverMs = 10_000;
/** With so much in V8's heap a server is in use, and to collect all of it would hold up too much. */
const usedHeapBytes = 64 * 1024 ** 2;

process.umask(0o077);

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`${printableLines(describeStartupError(error))}\n`);
  process.exit(1);
}

async function start(config: Config) {
  const telemetry = await openTelemetry({ ...config, isExpectedError });
  const ready = Promise.withResolvers<ReturnType<typeof createRequestListener>>();
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const requests = createRequestWatch({ ...telemetry, isTrustedProxy: config.isTrustedProxy });
  const staleRequests = createStaleRequests();
  let readReport: ReadServerReport | undefined;
  const server = createConnections({
    silenceMs: config.silenceSeconds * 1000,
    maxConnections: config.maxConnections,
    onRefused: () =>
      telemetry.log.warn({ max: config.maxConnections }, 'Connections are refused: MAX_CONNECTIONS are open'),
    headers: commonHeaders({ isHttps: config.publicUrl?.protocol === 'https:' }),
    answer: (incoming, outgoing) =>
      requests.watch(incoming, outgoing, async () => {
        if (state === 'starting' && answerStarting(incoming, outgoing)) return;
        if (await staleRequests.isStale(incoming)) return incoming.destroy();
        const answer = await ready.promise;
        await answer(incoming, outgoing);
      }),
  });
  // The port is taken first: a second start on it must not touch the data.
  const port = await listen(server, { ...config, settings: { port: 'PORT', host: 'HOST' } });
  const metricsServer = telemetry.metrics && createMetricsServer(telemetry.metrics, () => readReport);
  if (metricsServer && config.metrics)
    await listen(metricsServer, { ...config.metrics, settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
  if (config.backups) await checkBackupFolder(config.backups.folder, config.dataFolder);
  const folder = await openInstallation(config);
  // Loaded once the installation can be used, so that a refusal is reported at once.
  const { createApp } = await import('./app.ts');
  const app = await createApp({
    config: { ...config, port },
    folder,
    telemetry,
    isStopping: () => state === 'stopping',
    now: Date.now,
  });
  await Promise.race([tidy(), pause(maxTidyMs, undefined, { ref: false })]);
  readReport = app.serverReport;
  ready.resolve(createRequestListener(app.fetch));
  state = 'ready';
  app.thumbnailJob.wake();
  app.unpackingJob.wake();
  app.scrub.start();
  const endSchedules = startSchedules({
    ...app,
    fillIndex: () => app.fillIndex(() => state === 'stopping'),
    removalDelaySeconds: config.removalDelaySeconds,
  });
  // Before it says that it is there: whoever reads that may ask it to stop at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  setTimeout(giveBackMemory, startOverMs).unref();
  announce(`Keepsake is at ${config.publicUrl?.origin ?? `http://localhost:${port}`}`);
  announce(`Its data folder is ${config.dataFolder}`);
  if (app.setupUrl !== undefined)
    announce(
      `This server has no administrator yet. To become the administrator, open this link within a day: ${app.setupUrl}`,
    );

  async function tidy() {
    // A database in a file has one node: no other process is receiving anything.
    if (config.databaseUrl === undefined) await app.janitor.discardInterrupted();
    await app.janitor.tidyUploads();
  }

  async function stop(signal: 'SIGINT' | 'SIGTERM') {
    // A second signal means: do not wait. What was acknowledged is on the disk at any time.
    if (state === 'stopping') process.exit(1);
    state = 'stopping';
    telemetry.log.info({ signal }, 'Stopping');
    if (process.stdout.isTTY)
      announce(`Stopping. Requests that are running have ${config.drainSeconds} s to end; Ctrl-C again ends at once.`);
    endSchedules();
    // Time for a load balancer to notice at /readyz. On Ctrl-C there is none.
    if (signal === 'SIGTERM') await pause(config.drainLeadSeconds * 1000);
    app.moveStreams();
    await drain({ server, requests, maxMs: config.drainSeconds * 1000 });
    metricsServer?.close();
    const isClosed = await Promise.race([app.close().then(() => true), pause(maxCloseMs, false)]);
    if (!isClosed)
      telemetry.log.warn({ waitedMs: maxCloseMs }, 'Stopped without waiting for the database or the storage');
    await telemetry.close();
    process.exit(0);
  }
}

/** The collector by itself keeps the room that only the start needed, about 20 MiB. This stops an idle server for 0.1 s. */
function giveBackMemory(): void {
  if (process.memoryUsage().heapUsed < usedHeapBytes) globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

/** On a terminal a sentence; anywhere else a line of JSON as those of the log are, whatever level is logged. */
function announce(sentence: string): void {
  const line = process.stdout.isTTY
    ? printable(sentence)
    : printableJson({ level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg: sentence });
  process.stdout.write(`${line}\n`);
}
