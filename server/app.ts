import type { Logger } from 'pino';
import { openDiskStore } from './blobs/disk.ts';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder.ts';
import { openDatabase } from './database/open.ts';
import { databaseProblem } from './database/problems.ts';
import { createAppPasswords } from './drive/app-passwords.ts';
import { createAttempts } from './drive/attempts.ts';
import { createChanges } from './drive/changes.ts';
import { createContent } from './drive/content.ts';
import { createDownloadTokens } from './drive/download-tokens.ts';
import { createHashes } from './drive/hashes.ts';
import { createJanitor } from './drive/janitor.ts';
import { createLinks } from './drive/link.ts';
import { createListObjects } from './drive/object-list.ts';
import { createObjects } from './drive/objects.ts';
import { createPreviews } from './drive/previews.ts';
import { createPutObject } from './drive/put-object.ts';
import { createTransfers } from './drive/transfers.ts';
import { createTree } from './drive/tree.ts';
import { createTreeEdit } from './drive/tree-edit.ts';
import { createUploads } from './drive/uploads.ts';
import { createAnswerError } from './http/answer-error.ts';
import { createApiDoor } from './http/api.ts';
import { createApiDocs } from './http/api-docs.ts';
import { createAuth } from './http/auth.ts';
import { createContentDoor } from './http/content.ts';
import { commonHeaders, createIsOwnOrigin } from './http/guard.ts';
import { createIdentify } from './http/identify.ts';
import { createLiveDoor } from './http/live.ts';
import { createObjectsDoor } from './http/objects.ts';
import { createRouter } from './http/router.ts';
import { createUploadsDoor } from './http/uploads.ts';
import { checkInstallation } from './installation.ts';
import { createOutbox, createSmtpMailer } from './mail/mailer.ts';
import { createPictureMaker } from './previews/picture-maker.ts';

type Deps = { config: Config; folder: DataFolder; log: Logger; now: () => number };

/** Makes each part once and joins them. */
export async function createApp({ config, folder, log, now }: Deps) {
  const publicUrl = config.publicUrl ?? new URL(`http://localhost:${config.port}`);
  const database = await openDatabase({ url: config.databaseUrl, file: folder.databaseFile });
  const { db } = database;
  const blobs = await openDiskStore(folder.blobs);
  await checkInstallation({ db, blobs });
  const pictures = await openDiskStore(folder.pictures);
  const mailer =
    config.mail.kind === 'smtp'
      ? createSmtpMailer({ url: config.mail.url, from: config.mailFrom })
      : createOutbox({
          folder: folder.outbox,
          from: config.mailFrom,
          onKept: (file) => log.info({ file }, 'No SMTP_URL is set: the mail was written to the outbox'),
        });

  const attempts = createAttempts({ db, now });
  const changes = createChanges({ db, now });
  const report = (problem: string, error: unknown) => log.warn({ err: error }, problem);
  const maker = createPictureMaker();
  const previews = createPreviews({ db, blobs, pictures, changes, makePicture: maker.make, report });
  const transfers = createTransfers({ now });
  const uploads = createUploads({ db, blobs, changes, transfers, now, onKept: previews.wake });
  const hashes = createHashes({ db, blobs });
  const janitor = createJanitor({
    db,
    blobs,
    uploads,
    changes,
    attempts,
    hashes,
    now,
    report,
  });

  const answerError = createAnswerError({ log, isUnreachable: (error) => databaseProblem(error) === 'unreachable' });
  const headers = commonHeaders({ isHttps: publicUrl.protocol === 'https:' });
  const isOwnOrigin = createIsOwnOrigin(config.publicUrl);
  const auth = await createAuth({
    database: database.forAuth,
    secret: folder.secret,
    publicUrl,
    signUp: config.signUp,
    sendMail: mailer.send,
    attempts,
    isOwnOrigin,
    log,
  });
  const appPasswords = createAppPasswords({ db, now });
  const downloadTokens = createDownloadTokens({ db, now });
  const identify = createIdentify({ auth, appPasswords, appCheckKey: config.appCheckKey });
  const treeEdit = createTreeEdit({ changes, now });
  const content = createContent({ db, blobs, pictures });
  const contentDoor = createContentDoor({ content, downloadTokens, identify, answerError, headers });
  const live = createLiveDoor({ changes, transfers, identify, answerError });
  const router = createRouter({
    auth,
    api: createApiDoor({
      tree: createTree({ db, changes }),
      treeEdit,
      links: createLinks({ db, blobs, changes, now, onKept: previews.wake }),
      appPasswords,
      downloadTokens,
      identify,
      answerError,
    }),
    uploads: createUploadsDoor({ uploads, identify, answerError }),
    content: contentDoor,
    objects: createObjectsDoor({
      objects: createObjects({ db, changes, hashes, now }),
      put: createPutObject({ db, uploads, treeEdit, changes, hashes }),
      list: createListObjects({ db, hashes, now }),
      content,
      sendContent: contentDoor.answer,
      identify,
      answerError,
    }),
    live,
    docs: createApiDocs({ publicUrl }),
    answerError,
    isOwnOrigin,
    isTrustedProxy: config.isTrustedProxy,
    headers,
  });

  return {
    fetch: router.fetch,
    janitor,
    /** Ends the live streams, so that connections can drain. */
    stopStreams: live.close,
    previews,
    async close(): Promise<void> {
      const ended = previews.close();
      maker.close();
      await ended;
      mailer.close();
      await Promise.all([blobs.close(), pictures.close()]);
      await database.close();
      folder.unlock();
    },
  };
}
