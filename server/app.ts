import { createAppPasswords } from './accounts/app-passwords.ts';
import { createAuth } from './accounts/auth-service.ts';
import { createAttempts } from './accounts/rate-limits.ts';
import { createCoordination } from './cluster/coordination.ts';
import type { Config } from './config/config.ts';
import { createBlobLedger } from './database/blob-ledger.ts';
import { openDatabase } from './database/open.ts';
import { createChanges } from './drive/changes/changes.ts';
import { createGroupCommit } from './drive/changes/group-commit.ts';
import { createTransfers } from './drive/changes/transfers.ts';
import { createReadIntegrity } from './drive/files/file-integrity.ts';
import { createContent } from './drive/files/open-content.ts';
import { createListObjects } from './drive/objects/object-list.ts';
import { createObjects } from './drive/objects/objects.ts';
import { createPutObject } from './drive/objects/put-object.ts';
import { createDownloadTokens } from './drive/shares/download-tokens.ts';
import { createPurge } from './drive/trash/purge.ts';
import { createRemoveBytes } from './drive/trash/remove-bytes.ts';
import { createTrash } from './drive/trash/trash.ts';
import { createBatch } from './drive/tree/batch.ts';
import { createTreeEdit } from './drive/tree/mutations.ts';
import { createTree } from './drive/tree/queries.ts';
import { readEntries } from './drive/tree/records.ts';
import { beginUploads } from './drive/uploads/begin-uploads.ts';
import { createCommitQueue } from './drive/uploads/commit-queue.ts';
import { createDeduplicate } from './drive/uploads/deduplicate.ts';
import { createUploads } from './drive/uploads/uploads.ts';
import { createAnswerError } from './errors/answer-error.ts';
import { storageTroubleOf } from './errors/storage-trouble.ts';
import { createApiHandler } from './http/api/api.ts';
import { createApiDocs } from './http/api/api-docs.ts';
import { createContentHandler } from './http/content/content.ts';
import { createLiveHandler } from './http/live/live.ts';
import { commonHeaders, createIsOwnOrigin } from './http/middleware/guard.ts';
import { createIdentify } from './http/middleware/identify.ts';
import { createObjectsHandler } from './http/objects/objects.ts';
import { createRouter } from './http/router.ts';
import { createUploadsHandler } from './http/tus/uploads.ts';
import type { DataFolder } from './installation/data-folder.ts';
import { noteInstallation, sharedSecret } from './installation/installation.ts';
import { openStores } from './installation/open-stores.ts';
import { createDamage } from './integrity/damage.ts';
import { createHashes } from './integrity/hashes.ts';
import { createJanitor } from './jobs/janitor.ts';
import { createOrphans } from './jobs/orphans.ts';
import { createScrub } from './jobs/scrub.ts';
import { createThumbnailJob } from './jobs/thumbnails.ts';
import { createOutbox, createSmtpMailer } from './mail/mailer.ts';
import { createThumbnailMaker } from './previews/thumbnail-maker.ts';
import { addGauges } from './telemetry/gauges.ts';
import { createHealth } from './telemetry/health.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { watchCalls } from './telemetry/watch-calls.ts';

type Deps = {
  config: Config;
  folder: DataFolder;
  telemetry: Telemetry;
  /** Whether the server goes down and wants no more work. */
  isStopping: () => boolean;
  now: () => number;
};

const storeCalls = ['create', 'put', 'append', 'truncate', 'durableSize', 'hash', 'open', 'remove'] as const;

/** Makes each part once and joins them. */
export async function createApp({ config, folder, telemetry, isStopping, now }: Deps) {
  const { log, metrics, observe } = telemetry;
  const publicUrl = config.publicUrl ?? new URL(`http://localhost:${config.port}`);
  const database = await openDatabase({
    url: config.databaseUrl,
    file: folder.databaseFile,
    onStatement: metrics?.statementRan,
  });
  const { db } = database;
  const ledgerOf = (store: string) => createBlobLedger({ db, store, now });
  const stores = await openStores({ storage: config.storage, folder, ledgerOf });
  const blobs = watchCalls(stores.blobs, { name: 'files', calls: storeCalls, observe });
  const thumbnails = watchCalls(stores.thumbnails, { name: 'pictures', calls: storeCalls, observe });
  await noteInstallation({ db, blobs });
  const secret = config.secret ?? (config.storage === undefined ? folder.secret : await sharedSecret(db));
  const ownMailer =
    config.mail.kind === 'smtp'
      ? createSmtpMailer({ url: config.mail.url, from: config.mailFrom })
      : createOutbox({
          folder: folder.outbox,
          from: config.mailFrom,
          onKept: (file) => log.info({ file }, 'No SMTP_URL is set: the mail was written to the outbox'),
        });
  const mailer = watchCalls(ownMailer, { name: 'mail', calls: ['send'], observe });

  const report = (problem: string, error: unknown) => log.warn({ err: error }, problem);
  const { signals, leases } = createCoordination({
    db,
    databaseUrl: config.databaseUrl,
    secret: folder.secret,
    report,
  });
  const attempts = createAttempts({ db, now });
  const changes = watchCalls(createChanges({ db, signals, readEntries, now }), {
    name: 'transaction',
    calls: ['write', 'writeTogether'],
    observe,
  });
  const maker = createThumbnailMaker();
  const { mayRemoveBytes } = folder;
  const damage = createDamage({
    db,
    blobs,
    mayRemoveBytes,
    now,
    report: (sentence, about) => log.error(about, sentence),
  });
  const scrub = createScrub({ db, blobs, changes, damage, leases, now, report });
  const thumbnailJob = createThumbnailJob({
    db,
    blobs,
    thumbnails,
    changes,
    damage,
    leases,
    makeThumbnail: maker.make,
    report,
  });
  const transfers = createTransfers({ signals, now });
  const { writersAtOnce: groupsAtOnce } = database;
  const queue = createCommitQueue({
    blobs,
    changes,
    groupsAtOnce,
    now,
    onThumbnailWanted: thumbnailJob.wake,
    onGroup: metrics?.groupCommitted,
  });
  const beginQueue = createGroupCommit({ changes, groupsAtOnce, keyOf: ({ id }) => id, work: beginUploads });
  const uploads = createUploads({ db, blobs, changes, transfers, queue, beginQueue, now });
  const hashes = createHashes({ db, blobs });
  const removeBytes = createRemoveBytes({ blobs, thumbnails, mayRemoveBytes, report });
  const purge = createPurge({ db, changes, transfers, removeBytes });
  const downloadTokens = createDownloadTokens({ db, now });
  const ownJanitor = createJanitor({
    db,
    purge,
    orphans: createOrphans({ db, blobs, thumbnails, mayRemoveBytes, now }),
    downloadTokens,
    uploads,
    changes,
    attempts,
    hashes,
    now,
    report,
  });
  const janitor = watchCalls(ownJanitor, { name: 'janitor', calls: ['tidyUploads', 'collectGarbage'], observe });

  const answerError = createAnswerError({ log, requests: telemetry.requests, storageTroubleOf });
  const headers = commonHeaders({ isHttps: publicUrl.protocol === 'https:' });
  const isOwnOrigin = createIsOwnOrigin(config.publicUrl);
  const auth = await createAuth({
    database: database.forAuth,
    secret,
    publicUrl,
    signUp: config.signUp,
    sendMail: mailer.send,
    attempts,
    onSessionEnd: (account) => {
      changes.wake({ account });
      signals.send({ about: 'sessions', account });
    },
    isOwnOrigin,
    log,
    watchDatabase: database.watch,
    storageTroubleOf,
  });
  signals.listen((signal) => {
    if (signal === undefined || signal.about === 'sessions') auth.forgetSessions();
  });
  const appPasswords = createAppPasswords({ db, now });
  const identify = createIdentify({ auth, appPasswords, appCheckKey: config.appCheckKey });
  const treeEdit = createTreeEdit({ changes, now });
  const content = createContent({ db, blobs, thumbnails, damage });
  const contentHandler = createContentHandler({
    content,
    downloadTokens,
    identify,
    answerError,
    headers,
    redirects: config.redirectsDownloads,
  });
  const live = createLiveHandler({ changes, transfers, identify, answerError });
  const health = createHealth({ database, blobs, isStopping });
  if (metrics) addGauges({ metrics, db, blobs, isReady: async () => (await health()).status === 'ok', now });
  const router = createRouter({
    auth,
    api: createApiHandler({
      tree: createTree({ db, changes }),
      treeEdit,
      trash: createTrash({ db, changes, purge, now }),
      batch: createBatch({ changes, now }),
      integrity: createReadIntegrity({ db }),
      links: createDeduplicate({ db, blobs, changes, now, onThumbnailWanted: thumbnailJob.wake }),
      appPasswords,
      downloadTokens,
      identify,
      answerError,
    }),
    uploads: createUploadsHandler({ uploads, identify, answerError }),
    content: contentHandler,
    objects: createObjectsHandler({
      objects: createObjects({ db, changes, hashes, now }),
      put: createPutObject({ db, uploads, treeEdit, changes, hashes }),
      list: createListObjects({ db, hashes, now }),
      content,
      sendContent: contentHandler.answer,
      identify,
      answerError,
    }),
    live,
    docs: createApiDocs({ publicUrl }),
    health,
    answerError,
    isOwnOrigin,
    isTrustedProxy: config.isTrustedProxy,
    headers,
  });

  return {
    fetch: router.fetch,
    janitor,
    leases,
    /** Sends the listeners elsewhere, so that connections can drain. */
    moveStreams: live.move,
    thumbnailJob,
    scrub,
    async close(): Promise<void> {
      const ended = Promise.all([thumbnailJob.close(), scrub.close()]);
      maker.close();
      await Promise.all([ended, signals.close()]);
      mailer.close();
      await Promise.all([blobs.close(), thumbnails.close()]);
      await database.close();
      folder.unlock();
    },
  };
}
