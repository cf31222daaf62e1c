import { hostname } from 'node:os';
import type { Config } from '#server/config/config-type.ts';
import { createIsOwnOrigin } from '#server/http/middleware/own-origin.ts';
import { createContentTickets } from './accounts/content-tickets.ts';
import { administratorAddresses } from './accounts/people/administrators.ts';
import { createServerSettings } from './accounts/people/server-settings.ts';
import { createTestMail } from './accounts/people/test-mail.ts';
import { createAboutPerson } from './accounts/profile/about-person.ts';
import { createBackups } from './backups/backups.ts';
import { createMd5Thread } from './blobs/hashing/md5-thread.ts';
import { createCoordination } from './cluster/coordination.ts';
import { createAccounts } from './create-accounts.ts';
import { createJobs } from './create-jobs.ts';
import { createMails } from './create-mails.ts';
import { createWatching } from './create-watching.ts';
import { openDatabase } from './database/open.ts';
import { createDrive } from './drive/create-drive.ts';
import { createAnswerError } from './errors/answer-error.ts';
import { storageCodeOf } from './errors/storage-code.ts';
import { createContentOrigin } from './http/content/content-origin.ts';
import { createHandlers } from './http/create-handlers.ts';
import { createIdentify } from './http/middleware/identify.ts';
import { rejectUnknownHosts } from './http/middleware/known-host.ts';
import { createRouter } from './http/router.ts';
import { createAppPolicies } from './http/server/app-policy.ts';
import { createErrorPage } from './http/server/web-app.ts';
import { createMayRemoveBytes } from './installation/bytes-hold.ts';
import type { DataFolder } from './installation/data-folder.ts';
import { noteInstallation, sharedSecret } from './installation/installation.ts';
import { openStores } from './installation/open-stores.ts';
import { createDamage } from './integrity/damage-records.ts';
import { createHashes } from './integrity/hashes.ts';
import { createClock } from './jobs/clock.ts';
import { createJobWatch } from './jobs/job-watch.ts';
import { createDrawSent } from './previews/process/draw-sent.ts';
import { createThumbnailMaker } from './previews/process/thumbnail-maker.ts';
import { addBackupGauges, addGauges } from './telemetry/gauges.ts';
import { createHealth } from './telemetry/health.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { watchCalls } from './telemetry/watch-calls.ts';
import type { Report } from './workers/restarts.ts';

type Deps = {
  config: Config;
  folder: DataFolder;
  telemetry: Telemetry;
  /** Whether the server goes down and wants no more work. */
  isStopping: () => boolean;
  now: () => number;
};

const storeCalls = ['create', 'put', 'append', 'truncate', 'durableSize', 'hash', 'open', 'remove'] as const;

const uploadCalls = ['begin', 'append', 'status', 'finish', 'discard', 'commitSingleRequest'] as const;

/** Makes each part once and joins them. */
export async function createApp({ config, folder, telemetry, isStopping, now }: Deps) {
  const { log, metrics, observe } = telemetry;
  const publicUrl = config.publicUrl ?? new URL(`http://localhost:${config.port}`);
  const jobWatch = createJobWatch({ now });
  let lastProblem: { at: number; says: string } | null = null;
  const report: Report = (problem, error) => {
    lastProblem = { at: now(), says: problem };
    jobWatch.failed(problem);
    log.warn({ err: error }, problem);
  };
  const database = await openDatabase({
    url: config.databaseUrl,
    file: folder.databaseFile,
    onStatement: metrics?.statementRan,
    report,
  });
  const { db, searches, writersAtOnce } = database;
  const stores = await openStores({ storage: config.storage, folder, db, now, report });
  const blobs = watchCalls(stores.blobs, { name: 'files', calls: storeCalls, observe });
  const thumbnails = watchCalls(stores.thumbnails, { name: 'pictures', calls: storeCalls, observe });
  await noteInstallation({ db, blobs });
  const clock = createClock({
    db,
    now,
    uptime: () => performance.now(),
    settleMs: config.removalDelaySeconds * 1000,
    tell: (sentence) => log.warn(sentence),
  });
  await clock.begin();
  const { settled } = clock;
  const secret = config.secret ?? (config.storage === undefined ? folder.secret : await sharedSecret(db));
  const mails = createMails({ config, publicUrl, outbox: folder.outbox, log, now });
  const mailer = watchCalls(mails.mailer, { name: 'mail', calls: ['send'], observe });

  const { signals, leases } = createCoordination({
    db,
    databaseUrl: config.databaseUrl,
    secret: folder.secret,
    report,
  });
  /** A session, an app password or a download token of the account ended: what it opened ends too, on all nodes. */
  const onAccessEnd = (account: string) => {
    auth.forgetSessions();
    feed.wake(account);
    signals.send({ about: 'sessions', account });
  };
  const settings = createServerSettings({ db, fixed: config, now });
  await settings.refresh();
  const mayRemoveBytes = createMayRemoveBytes(config, db);
  const damage = createDamage({
    db,
    blobs,
    mayRemoveBytes,
    now,
    report: (sentence, about) => log.error(about, sentence),
  });
  const md5Thread = createMd5Thread(report);
  const hashes = createHashes({ db, blobs, md5Thread, damage });
  const maker = createThumbnailMaker({ report });
  const drawSent = createDrawSent(maker);
  const drive = createDrive({
    db,
    searches,
    writersAtOnce,
    blobs,
    thumbnails,
    secret,
    signals,
    leases,
    drawSent,
    aboutPerson: createAboutPerson({ db }),
    damage,
    hashes,
    mayRemoveBytes,
    watch: (transactions) =>
      watchCalls(transactions, { name: 'transaction', calls: ['write', 'writeTogether'], observe }),
    onReadingWanted: () => jobs.thumbnailJob.wake(),
    onUnpackingBegun: () => jobs.unpackingJob.wake(),
    onGroup: metrics?.groupCommitted,
    onAccessEnd: (account) => onAccessEnd(account),
    defaultQuota: settings.defaultQuota,
    report,
    now,
  });
  const { feed } = drive.ofScope;
  const uploads = watchCalls(drive.ofScope.uploads, { name: 'uploads', calls: uploadCalls, observe });
  const isOwnOrigin = createIsOwnOrigin(config.publicUrl);
  const accounts = await createAccounts({
    config,
    database,
    secret,
    publicUrl,
    sendMail: mailer.send,
    settings,
    draw: async (account, bytes) => (await drawSent(account, bytes))?.thumbnail,
    onAccessEnd: (account) => onAccessEnd(account),
    onSettings: () => signals.send({ about: 'settings', account: '' }),
    isOwnOrigin,
    log,
    report,
    now,
  });
  const { invitations, appPasswords, events, life, lastSeen, sessions, auth } = accounts;
  const { close: closeJobs, ...jobs } = await createJobs({
    db,
    blobs,
    thumbnails,
    drive,
    uploads,
    accounts,
    settings,
    damage,
    hashes,
    maker,
    mayRemoveBytes,
    leases,
    jobWatch,
    onAccessEnd,
    isStopping,
    settled,
    observe,
    log,
    report,
    now,
  });

  const backups =
    config.backups &&
    createBackups({
      db,
      settings: config.backups,
      dataFolder: config.dataFolder,
      leases,
      administrators: () => administratorAddresses(db),
      sendMail: mailer.send,
      tell: (sentence, about) => log.error(about, sentence),
      report,
      now,
    });

  const answerError = createAnswerError({ log, requests: telemetry.requests, storageCodeOf });
  const refreshSettings = () =>
    settings.refresh().catch((error: unknown) => report('Could not read the settings of the server', error));
  signals.listen((signal) => {
    if (signal === undefined || signal.about === 'sessions') auth.forgetSessions();
    if (signal === undefined || signal.about === 'settings') void refreshSettings();
  });
  const { identify } = watchCalls(
    { identify: createIdentify({ auth, appPasswords, appCheckKey: config.appCheckKey }) },
    { name: 'principal', calls: ['identify'], observe },
  );
  const { contentUrl } = config;
  const tickets = createContentTickets({ db, secret, life, now });
  const contentOrigin = contentUrl && createContentOrigin({ ...auth, contentUrl, publicUrl, tickets });
  const health = createHealth({ database, blobs, isStopping });
  const isReady = async () => (await health()).status === 'ok';
  const watching = await createWatching({
    config,
    db,
    secret: folder.secret,
    backups,
    mail: mails.state,
    lastProblem: () => lastProblem,
    jobs: jobWatch.states,
    isReady,
    now,
  });
  const policies = createAppPolicies(config.publicUrl);
  const errorPage = createErrorPage(policies);
  const { handlers, moveStreams, streamsEnded } = createHandlers({
    ...auth,
    ...accounts,
    drive: { ...drive, ofScope: { ...drive.ofScope, uploads } },
    logIns: sessions,
    isSignUpOpen: settings.isSignUpOpen,
    watching: {
      report: watching.report,
      testMail: createTestMail({ db, sendMail: mailer.send, kind: config.mail.kind }),
    },
    identify,
    sessions: auth,
    answerError,
    errorPage,
    publicUrl,
    redirectsDownloads: config.redirectsDownloads,
    contentOrigin,
    isTrustedProxy: config.isTrustedProxy,
    now,
  });
  if (metrics) addGauges({ metrics, db, blobs, isReady, now });
  if (metrics && backups) addBackupGauges({ metrics, backups, now });
  const router = createRouter({
    ...handlers,
    auth,
    health,
    answerError,
    knownHosts: rejectUnknownHosts({ publicUrl: config.publicUrl, contentUrl, machine: hostname() }),
    isOwnOrigin,
    isTrustedProxy: config.isTrustedProxy,
    errorPage,
    policies,
  });

  const setupToken = await invitations.newSetup();

  return {
    fetch: router.fetch,
    ...jobs,
    clock,
    leases,
    jobs: jobWatch,
    /** Sends the listeners elsewhere, so that connections can drain. */
    moveStreams,
    refreshSettings,
    serverReport: watching.report,
    nodes: watching.nodes,
    days: watching.days,
    /** Where somebody may begin to run the server; undefined when somebody does. */
    setupUrl: setupToken && new URL(`/setup#${setupToken}`, publicUrl).href,
    backups,
    async close(): Promise<void> {
      const ended = Promise.all([closeJobs(), backups?.close()]);
      maker.close();
      await Promise.all([ended, streamsEnded(), signals.close(), auth.close()]);
      mailer.close();
      await Promise.all([events.close(), lastSeen.close()]);
      await Promise.all([blobs.close(), thumbnails.close(), md5Thread.close()]);
      await database.close();
      folder.unlock();
    },
  };
}
