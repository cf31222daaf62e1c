import type { Logger } from 'pino';
import type { Config } from '#server/config/config-type.ts';
import { waysOf } from '#server/config/openid.ts';
import { createAddressChanges } from './accounts/address/address-changes.ts';
import { createAppPasswords } from './accounts/app-passwords.ts';
import { createAuth } from './accounts/auth/auth-service.ts';
import { createAccountEvents } from './accounts/events/account-events.ts';
import type { SendMail } from './accounts/events/account-mails.ts';
import { createAttempts } from './accounts/guesses/attempts.ts';
import { createIdentities } from './accounts/openid/identities.ts';
import { createOpenid } from './accounts/openid/openid.ts';
import { removePasskeys } from './accounts/passkeys/remove-passkeys.ts';
import { createAdministration } from './accounts/people/administration.ts';
import { createClosing } from './accounts/people/closing.ts';
import { createHandOvers } from './accounts/people/hand-overs.ts';
import { createInvitations } from './accounts/people/invitations.ts';
import type { createServerSettings } from './accounts/people/server-settings.ts';
import { createProfiles } from './accounts/profile/profiles.ts';
import { createSessionLife } from './accounts/session-life.ts';
import { endPrograms } from './accounts/sessions/end-everything.ts';
import { createLastSeen } from './accounts/sessions/last-seen.ts';
import { createSessions } from './accounts/sessions/sessions.ts';
import { removeTwoStep } from './accounts/two-step/remove-two-step.ts';
import type { OpenDatabase } from './database/open.ts';
import { storageCodeOf } from './errors/storage-code.ts';
import type { Report } from './workers/restarts.ts';

type Deps = {
  config: Config;
  database: OpenDatabase;
  secret: string;
  publicUrl: URL;
  sendMail: SendMail;
  settings: ReturnType<typeof createServerSettings>;
  /** The picture that somebody chose, drawn anew; undefined for what is none. */
  draw: Parameters<typeof createProfiles>[0]['draw'];
  /** Called after something that gave access to an account ended. */
  onAccessEnd: (account: string) => void;
  onSettings: () => void;
  isOwnOrigin: Parameters<typeof createAuth>[0]['isOwnOrigin'];
  log: Logger;
  report: Report;
  now: () => number;
};

/** Who is asking, what lets them in, and who runs the server. */
export async function createAccounts(deps: Deps) {
  const { config, database, secret, publicUrl, sendMail, settings, onAccessEnd, log, report, now } = deps;
  const { db } = database;
  const { passwordLogIn } = config;
  const ways = waysOf(config);
  const attempts = createAttempts({ db, now });
  const invitations = createInvitations({ db, now });
  const lastSeen = createLastSeen({ db, now, report });
  const appPasswords = createAppPasswords({ db, now, onRevoke: onAccessEnd, onUse: lastSeen.noteProgram });
  const events = createAccountEvents({ db, sendMail, publicUrl, ways, log, now });
  const life = createSessionLife(config.sessionDays);
  const sessions = createSessions({ db, life, events, onSessionEnd: onAccessEnd, now });
  const identities = createIdentities({ db, events, passwordLogIn, now });
  const endAccess: Parameters<typeof createAddressChanges>[0]['endAccess'] = async (trx, account) => {
    await endPrograms(trx, account);
    await identities.removeAll(trx, account);
    await removePasskeys(trx, account);
  };
  const addresses = createAddressChanges({
    db,
    attempts,
    events,
    sendMail,
    publicUrl,
    ways,
    endAccess,
    onAccessEnd,
    onUnsent: (error) => log.error({ err: error }, 'A mail about a new address could not be sent'),
    now,
  });
  const closing = createClosing({
    db,
    events,
    onAccessEnd,
    now,
  });
  const auth = await createAuth({
    database: database.forAuth,
    life,
    lastSeen,
    secret,
    publicUrl,
    invitations,
    isSignUpOpen: settings.isSignUpOpen,
    passwordLogIn,
    sendMail,
    attempts,
    logsFailedLogIns: config.logsFailedLogIns,
    report,
    events,
    onSessionEnd: onAccessEnd,
    endAccess,
    revokeAppPasswords: appPasswords.revokeAll,
    addresses,
    closing,
    isOwnOrigin: deps.isOwnOrigin,
    log,
    watchDatabase: database.watch,
    storageCodeOf,
    now,
  });
  const openid =
    config.openid &&
    createOpenid({
      db,
      settings: config.openid,
      isSignUpOpen: settings.isSignUpOpen,
      passwordLogIn,
      publicUrl,
      secret,
      identities,
      people: auth.vouchedPeople,
      invitations,
      events,
      confirmation: auth.confirmation,
      attempts,
      onTakenOver: onAccessEnd,
      log,
      now,
    });
  return {
    attempts,
    invitations,
    appPasswords,
    events,
    life,
    lastSeen,
    sessions,
    identities,
    addresses,
    closing,
    handOvers: createHandOvers({ db, events, now }),
    profiles: createProfiles({ db, addresses, draw: deps.draw, now }),
    auth,
    openid,
    ways,
    administration: createAdministration({
      db,
      invitations,
      settings,
      events,
      sendMail,
      mailKind: config.mail.kind,
      publicUrl,
      passwordLogIn,
      removeTwoStep,
      onAccessEnd,
      onSettings: deps.onSettings,
      now,
    }),
  };
}
