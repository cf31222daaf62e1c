import type { BetterAuthOptions } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import { maxPasswordLength, minPasswordLength } from '#contract/passwords.ts';
import type { Database } from '#server/database/open.ts';
import type { AddressChanges } from '../address/address-changes.ts';
import { clientAddressHeader } from '../client-details.ts';
import { eventHooks } from '../events/account-event-hooks.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { SendMail } from '../events/account-mails.ts';
import type { DeviceCookies } from '../guesses/device-cookies.ts';
import type { Guesses } from '../guesses/guesses.ts';
import { createSendResetLink, resetLinkSeconds } from '../passwords/reset-link.ts';
import type { Invitations } from '../people/invitations.ts';
import type { SessionLife } from '../session-life.ts';
import { addressPlugin } from './address-plugin.ts';
import { admitPlugin } from './admit.ts';
import { authError, beforeRequest } from './auth-hooks.ts';
import type { AuthRequests } from './auth-request.ts';
import { tableOptions } from './auth-tables.ts';
import { invitationPlugin } from './open-invitation.ts';
import { renewSession } from './renew-session.ts';
import { endReplacedSession } from './replace-session.ts';

export type AuthOptionsDeps = {
  db: Database;
  secret: string;
  /** The public address of the server, for links in mails. */
  publicUrl: URL;
  invitations: Invitations;
  /** Whether anybody may sign up, without an invitation. */
  isSignUpOpen: () => Promise<boolean>;
  passwordLogIn: 'open' | 'closed';
  sendMail: SendMail;
  guesses: Guesses;
  devices: DeviceCookies;
  events: AccountEvents;
  /** Called after a session of the account ended. */
  onSessionEnd: (account: string) => void;
  isOwnOrigin: (origin: string, headers: Headers) => boolean;
  log: Logger;
  requests: AuthRequests;
  addresses: AddressChanges;
  life: SessionLife;
  now: () => number;
};

/** The options of better-auth. */
export function authOptions(deps: AuthOptionsDeps) {
  const { db, secret, publicUrl, invitations, isSignUpOpen, passwordLogIn, sendMail, guesses, devices, events } = deps;
  const { onSessionEnd, isOwnOrigin, log, requests, addresses, life, now } = deps;
  const isHttps = publicUrl.protocol === 'https:';
  return {
    secret,
    baseURL: publicUrl.origin,
    basePath: '/api/auth',
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      return origin && isOwnOrigin(origin, request?.headers ?? new Headers()) ? [origin] : [];
    },
    emailAndPassword: {
      ...tableOptions.emailAndPassword,
      minPasswordLength,
      // Counted in UTF-16 code units here, of which a code point has up to two.
      maxPasswordLength: maxPasswordLength * 2,
      // After sign-up people log in (specification, section 2).
      autoSignIn: false,
      // Called if another sign-up took the address after the check in `beforeRequest`.
      customSyntheticUser: () => {
        throw authError('UNPROCESSABLE_ENTITY', 'address-taken');
      },
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      password: { hash: requests.hash, verify: requests.verify },
    },
    session: {
      ...tableOptions.session,
      expiresIn: life.maxSeconds,
      // It ends when it is not used (auth-adapter.ts), and its end is never later than that.
      disableSessionRefresh: true,
    },
    plugins: [admitPlugin(requests), addressPlugin(addresses), invitationPlugin(invitations)],
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: eventHooks({ events, onSessionEnd }),
    hooks: {
      before: beforeRequest({
        guesses,
        devices,
        invitations,
        isSignUpOpen,
        passwordLogIn,
        host: publicUrl.hostname,
        requests,
        addresses,
        sendResetLink: createSendResetLink({ db, publicUrl, sendMail, log, now }),
      }),
      after: createAuthMiddleware(async (context) => {
        await endReplacedSession(context);
        await renewSession(context, life, now());
      }),
    },
    // `beforeRequest` limits calls.
    rateLimit: { enabled: false },
    advanced: {
      // A session and its account in one statement.
      database: { joins: true },
      // With this prefix, no other site of the domain can set the cookie, and no unencrypted connection carries it.
      cookiePrefix: isHttps ? '__Host-better-auth' : 'better-auth',
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
    },
    logger: {
      level: 'warn',
      // Other details may be an address or a token.
      log: (level, message, ...details) =>
        log[level === 'error' ? 'warn' : 'debug']({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    // The handler logs and translates them, like every other handler.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions;
}
