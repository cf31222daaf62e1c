import { maxHeldAccountBytes, maxHeldBytes } from '#contract/limits.ts';
import type { Ways } from '#contract/openid.ts';
import type { AddressChanges } from '#server/accounts/address/address-changes.ts';
import type { AppPasswords } from '#server/accounts/app-passwords.ts';
import type { Auth } from '#server/accounts/auth/auth-service.ts';
import type { Confirmation } from '#server/accounts/confirmation/confirmation.ts';
import type { AccountEvents } from '#server/accounts/events/account-events.ts';
import type { Identities } from '#server/accounts/openid/identities.ts';
import type { Openid } from '#server/accounts/openid/openid.ts';
import type { Passkeys } from '#server/accounts/passkeys/passkeys.ts';
import type { ChangePassword } from '#server/accounts/passwords/change-password.ts';
import type { Administration } from '#server/accounts/people/administration.ts';
import type { Closing } from '#server/accounts/people/closing.ts';
import type { Profiles } from '#server/accounts/profile/profiles.ts';
import type { Sessions as LogIns } from '#server/accounts/sessions/sessions.ts';
import type { TwoStep } from '#server/accounts/two-step/two-step.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import type { AnswerError } from '#server/errors/answer-error.ts';
import type { Watching } from './api/admin-router.ts';
import { createApiHandler } from './api/api.ts';
import { createApiDocs } from './api/api-docs.ts';
import { createUploadBatchHandler } from './batch/upload-batch.ts';
import { createArchivesHandler } from './content/archives.ts';
import { createContentHandler } from './content/content.ts';
import type { ContentOrigin } from './content/content-origin.ts';
import { createOpenDownloads } from './content/open-downloads.ts';
import { createPostersHandler } from './content/posters.ts';
import { createProfilePictureHandler } from './content/profile-picture.ts';
import { createLiveHandler } from './live/live.ts';
import type { Identify } from './middleware/identify.ts';
import { createIdentity, type Sessions } from './middleware/sender-still-valid.ts';
import { createObjectsHandler } from './objects/objects.ts';
import { createOpenidHandler } from './openid/openid.ts';
import { createMemoryBudget } from './server/bounds/memory-budget.ts';
import type { ErrorPage } from './server/web-app.ts';
import { createUploadsHandler } from './tus/uploads.ts';

type Deps = {
  drive: Drive;
  appPasswords: AppPasswords;
  events: AccountEvents;
  confirmation: Confirmation;
  identities: Identities;
  openid: Openid | undefined;
  /** The ways to log in. */
  ways: Ways;
  isSignUpOpen: () => Promise<boolean>;
  twoStep: TwoStep;
  passkeys: Passkeys;
  logIns: LogIns;
  changePassword: ChangePassword;
  addresses: AddressChanges;
  profiles: Profiles;
  closing: Pick<Closing, 'close'>;
  administration: Administration;
  watching: Watching;
  identify: Identify;
  sessions: Sessions & Pick<Auth, 'admit'>;
  answerError: AnswerError;
  errorPage: ErrorPage;
  publicUrl: URL;
  /** Whether downloads may be redirected to the S3 server. */
  redirectsDownloads: boolean;
  contentOrigin: ContentOrigin | undefined;
  isTrustedProxy: (address: string) => boolean;
  now: () => number;
};

/** A handler for each protocol. */
export function createHandlers(deps: Deps) {
  const {
    drive,
    appPasswords,
    events,
    confirmation,
    identities,
    openid,
    ways,
    isSignUpOpen,
    twoStep,
    passkeys,
    logIns,
    changePassword,
    addresses,
    profiles,
    closing,
    administration,
    watching,
    identify,
    sessions,
    answerError,
    errorPage,
    publicUrl,
    redirectsDownloads: redirects,
    contentOrigin,
    isTrustedProxy,
    now,
  } = deps;
  const { access, ofScope } = drive;
  const { archives, content, downloadTokens, feed, transfers, uploads } = ofScope;
  const identity = createIdentity({ identify, sessions });
  const memory = createMemoryBudget({ maxBytes: maxHeldBytes, maxBytesByClient: maxHeldAccountBytes });
  const contentHandler = createContentHandler({
    access,
    content,
    downloadTokens,
    identify,
    sessions,
    answerError,
    errorPage,
    redirects,
    contentOrigin,
    openDownloads: createOpenDownloads(),
    isTrustedProxy,
  });
  const live = createLiveHandler({ access, feed, transfers, identify, answerError });
  return {
    /** Has the listeners of the live stream reconnect, here or elsewhere. */
    moveStreams: live.move,
    streamsEnded: live.ended,
    handlers: {
      api: createApiHandler({
        access,
        drive: ofScope,
        appPasswords,
        events,
        confirmation,
        identities,
        twoStep,
        passkeys,
        logIns,
        changePassword,
        addresses,
        profiles,
        closing,
        administration,
        watching,
        identity,
        memory,
        answerError,
        now,
      }),
      uploads: createUploadsHandler({ access, uploads, identity, memory, answerError }),
      uploadBatch: createUploadBatchHandler({ access, uploads, identity, memory, answerError }),
      content: contentHandler,
      posters: createPostersHandler({ access, putPoster: ofScope.putPoster, identity, memory, answerError }),
      profilePicture: createProfilePictureHandler({ profiles, identity, memory, answerError }),
      archives: createArchivesHandler({
        access,
        archives,
        accountArchives: ofScope.accountArchives,
        identify,
        sendContent: contentHandler.answer,
      }),
      objects: createObjectsHandler({
        access,
        drive: ofScope,
        sendContent: contentHandler.answer,
        identify,
        identity,
        memory,
        answerError,
      }),
      live,
      openid: createOpenidHandler({ openid, ways, isSignUpOpen, auth: sessions, identify, answerError }),
      docs: createApiDocs({ publicUrl }),
    },
  };
}
