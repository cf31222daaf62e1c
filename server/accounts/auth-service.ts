import { createHash } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { maxCallsByAddress, maxGuesses, maxResetMails } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { translateAuthAnswer } from './auth-errors.ts';
import { makeAuthTables, tableOptions } from './auth-tables.ts';
import { createPrehash, type Prehash } from './prehash.ts';
import type { AttemptRule, Attempts } from './rate-limits.ts';
import { createSessionCache } from './session-cache.ts';

/** Sends a mail; resolves when it is handed over. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

type Deps = {
  database: NonNullable<BetterAuthOptions['database']>;
  secret: string;
  /** Where people reach the server, for links in mails. */
  publicUrl: URL;
  signUp: 'open' | 'closed';
  sendMail: SendMail;
  attempts: Attempts;
  /** Told that a session of the account ended. */
  onSessionEnd: (account: string) => void;
  isOwnOrigin: (origin: string, headers: Headers) => boolean;
  log: Logger;
  /** Does the work and returns the errors of the database that it met, which the library may hide. */
  watchDatabase: (work: () => Promise<Response>) => Promise<{ result: Response; failures: unknown[] }>;
  storageCodeOf: (error: unknown) => ErrorCode | undefined;
};

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** The header in which the door tells the service the client's address; see client-address.ts. */
export const clientAddressHeader = 'x-client-ip';

const resetLinkSeconds = 60 * 60;

/** The authentication service: better-auth with its tables beside ours, cookie sessions, e-mail and password. */
export async function createAuth(deps: Deps) {
  const prehash = createPrehash();
  const sessions = createSessionCache();
  const onSessionEnd = (account: string) => {
    sessions.forget();
    deps.onSessionEnd(account);
  };
  const options = authOptions({ ...deps, onSessionEnd }, prehash);
  await makeAuthTables(deps.database);
  const auth = betterAuth(options);
  return {
    async handler(request: Request): Promise<Response> {
      try {
        const { result, failures } = await deps.watchDatabase(() => prehash.run(() => auth.handler(request)));
        const trouble = failures.find((failure) => deps.storageCodeOf(failure) !== undefined);
        if (result.status >= 400 && trouble !== undefined) throw trouble;
        return await translateAuthAnswer(result, failures);
      } finally {
        if (request.method !== 'GET') sessions.forget();
      }
    },
    /** To be called when a session may have ended on another node. */
    forgetSessions: sessions.forget,
    /** Rises whenever a session or an app password may have ended, as far as this node knows. */
    endings: sessions.endings,
    /** The id of the account whose session the request carries, if it has one that has not ended. */
    async accountOf(headers: Headers): Promise<string | undefined> {
      const cookie = headers.get('cookie');
      return cookie === null ? undefined : await sessions.accountOf(cookie, () => findAccount(headers));
    },
  };

  async function findAccount(headers: Headers): Promise<string | undefined> {
    try {
      // Only the route get-session prolongs a session, since only there the new cookie reaches the browser.
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return session?.user.id;
    } catch (error) {
      throw new KeepsakeError('unavailable', { cause: error });
    }
  }
}

function authOptions(
  { database, secret, publicUrl, signUp, sendMail, attempts, onSessionEnd, isOwnOrigin, log }: Deps,
  prehash: Prehash,
) {
  const { others, ...ofPaths } = maxCallsByAddress;
  return {
    database,
    secret,
    baseURL: publicUrl.origin,
    basePath: '/api/auth',
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      return origin && isOwnOrigin(origin, request?.headers ?? new Headers()) ? [origin] : [];
    },
    emailAndPassword: {
      ...tableOptions.emailAndPassword,
      // After sign-up people log in (specification, section 2).
      autoSignIn: false,
      disableSignUp: signUp === 'closed',
      // Called where another sign-up took the address since `limitByAccount` looked; see there.
      customSyntheticUser: () => {
        throw refusal('UNPROCESSABLE_ENTITY', 'address-taken');
      },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      password: { hash: prehash.hash },
      sendResetPassword: async ({ user, url }) => {
        // Not awaited: how long a mail server takes must not tell whether an address has an account.
        sendMail({ to: user.email, subject: 'Set a new Keepsake password', text: resetMail(url) }).catch(
          (error: unknown) => {
            log.error({ err: error }, 'A reset mail could not be sent');
          },
        );
      },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: { session: { delete: { after: async ({ userId }) => onSessionEnd(userId) } } },
    hooks: { before: limitByAccount(attempts, signUp, prehash), after: forgetAttempts(attempts) },
    rateLimit: {
      ...tableOptions.rateLimit,
      ...inSeconds(others),
      customRules: {
        ...Object.fromEntries(Object.entries(ofPaths).map(([path, rule]) => [path, inSeconds(rule)])),
        '/get-session': false,
      },
    },
    advanced: {
      // A session and its account in one statement.
      database: { joins: true },
      useSecureCookies: publicUrl.protocol === 'https:',
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 64 },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
    },
    logger: {
      level: 'warn',
      // What else it tells may be an address or a token.
      log: (level, message, ...details) =>
        log[level === 'error' ? 'warn' : 'debug']({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    // The door logs and translates them, as at every other door.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions;
}

function inSeconds({ max, windowMs }: AttemptRule) {
  return { max, window: windowMs / 1000 };
}

/** Limits that hold for an account wherever the attempts come from, and what has to be done before a sign-up. */
function limitByAccount(attempts: Attempts, signUp: Deps['signUp'], prehash: Prehash) {
  return createAuthMiddleware(async (context) => {
    const email = typeof context.body?.email === 'string' ? context.body.email.trim().toLowerCase() : undefined;
    // Text with a NUL cannot be stored on every engine, and nobody types one.
    if (JSON.stringify(context.body ?? null).includes('\\u0000')) throw refusal('BAD_REQUEST', 'invalid-input');
    if (!isOwnPath(context.body?.redirectTo)) throw refusal('FORBIDDEN', 'foreign-origin');
    if (email === undefined) return;
    if (context.path === '/sign-in/email') await take(attemptKey('sign-in', email), maxGuesses);
    if (context.path === '/request-password-reset') await take(attemptKey('reset', email), maxResetMails);
    if (context.path === '/sign-up/email') {
      if (signUp === 'closed') throw refusal('FORBIDDEN', 'sign-up-closed');
      // Specification, section 8: a sign-up that fails says so. The library would answer as if it had worked.
      const existing = await context.context.internalAdapter.findUserByEmail(email);
      if (existing !== null) throw refusal('UNPROCESSABLE_ENTITY', 'address-taken');
      if (typeof context.body.password === 'string') await prehash.prepare(context.body.password);
    }
  });

  async function take(key: string, rule: AttemptRule) {
    const waitMs = await attempts.take(key, rule);
    if (waitMs !== undefined)
      throw refusal('TOO_MANY_REQUESTS', 'too-many-requests', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
  }
}

/** Addresses that only tried are nobody's to keep, so the key is a hash. */
function attemptKey(what: 'sign-in' | 'reset', email: string): string {
  return `${what}:${createHash('sha256').update(email).digest('base64url')}`;
}

/** A mail never carries an address of someone else's: where a link leads to is a path of this server. */
function isOwnPath(redirectTo: unknown): boolean {
  return redirectTo === undefined || (typeof redirectTo === 'string' && /^\/(?![/\\])/.test(redirectTo));
}

function forgetAttempts(attempts: Attempts) {
  return createAuthMiddleware(async ({ path, context }) => {
    const email = context.newSession?.user.email;
    if (path === '/sign-in/email' && email !== undefined) await attempts.forget(attemptKey('sign-in', email));
  });
}

function refusal(
  status: ConstructorParameters<typeof APIError>[0],
  code: ErrorCode,
  headers: Record<string, string> = {},
): APIError {
  return new APIError(status, { code, message: errors[code].message }, headers);
}

function resetMail(url: string): string {
  return [
    'Someone asked to set a new password for your Keepsake account.',
    '',
    'Open this link to choose one. It works once, for one hour:',
    url,
    '',
    'If it was not you, do nothing: your password stays as it is.',
  ].join('\n');
}
