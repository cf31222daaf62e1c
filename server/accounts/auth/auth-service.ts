import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { betterAuth } from 'better-auth';
import type { Transaction } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Report } from '#server/workers/restarts.ts';
import type { Admitted } from '../admitted.ts';
import { createChallenges } from '../challenges.ts';
import { type Client, clientAddressHeader, clientOf } from '../client-details.ts';
import { createConfirmation } from '../confirmation/confirmation.ts';
import type { Attempts } from '../guesses/attempts.ts';
import { createCountedGuess } from '../guesses/counted-guess.ts';
import { createDeviceCookies } from '../guesses/device-cookies.ts';
import { createGuesses } from '../guesses/guesses.ts';
import { createPasskeyLogIn } from '../passkeys/passkey-log-in.ts';
import { createPasskeys } from '../passkeys/passkeys.ts';
import { createShowPasskey } from '../passkeys/show-passkey.ts';
import { createChangePassword } from '../passwords/change-password.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import type { Closing } from '../people/closing.ts';
import { createSessionCache, type PersonSession } from '../session-cache.ts';
import { carryOverSessions, type LastSeen } from '../sessions/last-seen.ts';
import { createSecondStep } from '../two-step/second-step.ts';
import { createTrustedBrowsers } from '../two-step/trusted-browsers.ts';
import { createTwoStep } from '../two-step/two-step.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import { withClosing, withoutCookieEnds, withoutTokens } from './auth-answers.ts';
import { translateAuthAnswer } from './auth-errors.ts';
import { thrownAsAuthError } from './auth-hooks.ts';
import { type AuthOptionsDeps, authOptions } from './auth-options.ts';
import { type AuthRequest, createAuthRequests } from './auth-request.ts';
import { migrateAuthTables } from './auth-tables.ts';
import { createVouchedPeople } from './vouched-people.ts';

type Deps = Omit<AuthOptionsDeps, 'db' | 'requests' | 'guesses' | 'devices'> & {
  database: OpenDatabase['forAuth'];
  lastSeen: LastSeen;
  attempts: Attempts;
  /** Whether failed log-ins are logged. */
  logsFailedLogIns: boolean;
  /** Ends what a new password ends besides sessions and links, in the transaction that stores the password. */
  endAccess: (trx: Transaction<Tables>, account: string) => Promise<void>;
  /** Runs the work and returns the errors of the database that occurred, which the library may hide. */
  watchDatabase: (work: () => Promise<Response>) => Promise<{ result: Response; failures: unknown[] }>;
  report: Report;
  storageCodeOf: (error: unknown) => ErrorCode | undefined;
  /** Accounts that are closed, and wait to be deleted. */
  closing: Pick<Closing, 'keep' | 'closesAt'>;
  /** Revokes all app passwords of the account, in the transaction. */
  revokeAppPasswords: (trx: Transaction<Tables>, account: string) => Promise<void>;
};

type SessionFields = { confirmedAt?: number | null; lastSeenAt?: number | null };

const sessionPath = '/api/auth/get-session';
/** The library answers it with 200 also when the session could not be deleted. */
const signOutPath = '/api/auth/sign-out';

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** The authentication service: better-auth with tables in the same database, cookie sessions, email and password. */
export async function createAuth(deps: Deps) {
  const hasher = createPasswordHasher({ report: deps.report });
  const requests = createAuthRequests(hasher);
  const guesses = createGuesses(deps.attempts);
  const devices = createDeviceCookies({ secret: deps.secret, isHttps: deps.publicUrl.protocol === 'https:' });
  const sessions = createSessionCache();
  const { db } = deps.database;
  const options = authOptions({ ...deps, db, requests, guesses, devices });
  await migrateAuthTables(deps.database);
  await carryOverSessions(db, deps.now());
  const isHttps = deps.publicUrl.protocol === 'https:';
  const guess = createCountedGuess({ db, guesses, devices, events: deps.events });
  const challenges = createChallenges({ db, now: deps.now });
  const twoStep = createTwoStep({ ...deps, db, report: (sentence) => deps.log.error(sentence) });
  const trusted = createTrustedBrowsers({ ...deps, isHttps });
  const secondStep = createSecondStep({ ...deps, db, isHttps, challenges, twoStep, trusted, guess, admit });
  const show = createShowPasskey({ ...deps, db, challenges });
  const passkeyLogIn = createPasskeyLogIn({ db, show, guesses, devices, secondStep, admit });
  const confirmation = createConfirmation({
    ...deps,
    db,
    guess,
    verify: requests.verifyOf,
    onConfirmed: deps.onSessionEnd,
  });
  /** What the library does not answer. */
  const ownPaths: Record<string, (request: Request) => Promise<Response>> = {
    '/api/auth/second-step': secondStep.take,
    '/api/auth/passkey-options': passkeyLogIn.options,
    '/api/auth/passkey': passkeyLogIn.take,
    '/api/auth/keep-account': keepAccount,
  };
  const adapter = await createAuthAdapter({
    forAuth: deps.database,
    options,
    isReset: () => tryGetCurrentAuthEndpointContext()?.path === '/reset-password',
    shown: () => requests.current() ?? {},
    async needsSecondStep(trx, first) {
      const request = requests.current();
      const isNeeded = await secondStep.isNeeded(trx, first, request?.cookie ?? null);
      if (isNeeded && request) request.firstStep = first;
      return isNeeded;
    },
    life: deps.life,
    now: deps.now,
    async endAccess(trx, account) {
      await deps.endAccess(trx, account);
      await deps.events.record(resetOf(account), trx);
    },
    onSessionEnd: deps.onSessionEnd,
    onReset(account) {
      deps.onSessionEnd(account);
      void deps.events.tell(resetOf(account));
    },
    async onSignUp(trx, { account, email }) {
      const { invitation } = requests.current() ?? {};
      const client = clientOf(tryGetCurrentAuthEndpointContext()?.headers);
      await deps.events.record({ account, kind: 'sign-up', client }, trx);
      if (invitation === undefined) return;
      const kind = await thrownAsAuthError(() => deps.invitations.accept(trx, invitation, { account, email }));
      if (kind === 'setup') await deps.events.record({ account, kind: 'made-administrator', client }, trx);
    },
  });
  const auth = betterAuth({ ...options, database: () => adapter });
  return {
    handler(request: Request): Promise<Response> {
      const own = request.method === 'POST' ? ownPaths[new URL(request.url).pathname] : undefined;
      return own ? own(request) : answerTo(request, {}, handle);
    },

    /**
     * Answers the request by beginning a session, with its cookie, in the account that the caller found its sender to be by other
     * means than a password. Ends the session that the browser had. Answers account-disabled where nobody may log in.
     */
    admit: (request: Request, admitted: Admitted): Promise<Response> => admit(request, { admitted }),

    twoStep,
    passkeys: createPasskeys({ ...deps, db, challenges, show, confirm: confirmation.confirm }),
    confirmation,
    changePassword: createChangePassword({
      db,
      confirmation,
      devices,
      hash: requests.hashOf,
      host: deps.publicUrl.hostname,
      revokeAppPasswords: deps.revokeAppPasswords,
      events: deps.events,
      onAccessEnd: deps.onSessionEnd,
      now: deps.now,
    }),
    vouchedPeople: createVouchedPeople({ ...deps, forAuth: deps.database, options }),
    close: hasher.close,
    /** To be called when a session or an app password may have ended elsewhere, or was confirmed. */
    forgetSessions: sessions.forget,
    /** Increases whenever a session or an app password may have ended, as far as this node knows. */
    endings: sessions.endings,
    /** Whether the request's session was valid a moment ago: less than `cachedMs`, and none has ended meanwhile. */
    isKnown(headers: Headers): boolean {
      const cookie = headers.get('cookie');
      return cookie !== null && sessions.isKnown(cookie);
    },
    /** The request's session, if it has one that has not ended. Throws account-closing. */
    async sessionOf(headers: Headers): Promise<PersonSession | undefined> {
      const cookie = headers.get('cookie');
      const session = cookie === null ? undefined : await sessions.sessionOf(cookie, () => find(headers));
      // It lets its person keep the account, and log out.
      if (session?.isClosing) throw new KeepsakeError('account-closing');
      return session;
    },
  };

  /** Keeps the account of the request's session, which waits to be deleted. Throws unauthenticated, account-closing. */
  async function keepAccount(request: Request): Promise<Response> {
    const session = await find(request.headers);
    if (session === undefined) throw new KeepsakeError('unauthenticated');
    await deps.closing.keep(session.account, clientOf(request.headers));
    deps.onSessionEnd(session.account);
    return Response.json({ status: true });
  }

  function admit(request: Request, known: Pick<AuthRequest, 'admitted' | 'guess'>): Promise<Response> {
    return answerTo(request, known, ({ headers }) => auth.api.admit({ headers, asResponse: true }));
  }

  async function answerTo(
    request: Request,
    known: Partial<AuthRequest>,
    handleIt: (request: Request) => Promise<Response>,
  ): Promise<Response> {
    const about = {
      ...requests.from(request.headers.get(clientAddressHeader) ?? '', request.headers.get('cookie')),
      ...known,
    };
    let status: number | undefined;
    try {
      const { result, failures } = await deps.watchDatabase(() => requests.run(about, () => handleIt(request)));
      const storageFailure = failures.find((failure) => deps.storageCodeOf(failure) !== undefined);
      const isLogOut = new URL(request.url).pathname === signOutPath;
      if ((isLogOut || result.status >= 400) && storageFailure !== undefined) throw storageFailure;
      const answer = await translateAuthAnswer(isLogOut ? result : withoutCookieEnds(result), failures);
      const translated = await withClosing(await withoutTokens(answer), deps.closing.closesAt);
      status = translated.status;
      if (translated.ok) makeKnown(translated, about);
      if (about.firstStep) return await secondStep.ask(about.firstStep);
      return translated;
    } finally {
      if (request.method !== 'GET' && !isRefused(status)) sessions.forget();
      await settle(about, clientOf(request.headers), status);
    }
  }

  /** What every page asks for goes past the router of the library, which is built anew for each request. */
  function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const isSessionCheck = request.method === 'GET' && pathname === sessionPath && search === '';
    return isSessionCheck ? auth.api.getSession({ headers: request.headers, asResponse: true }) : auth.handler(request);
  }

  /** Whether nothing changed: no session ended, as with a wrong password. */
  function isRefused(status: number | undefined): boolean {
    return status !== undefined && status >= 400 && status < 500;
  }

  /** Lets the browser be recognized at its next log-in. */
  function makeKnown(answer: Response, { guess: attempt, resets }: AuthRequest): void {
    if (attempt?.account) answer.headers.append('set-cookie', devices.setCookie(attempt.account, attempt.device));
    else if (resets) answer.headers.append('set-cookie', devices.setCookieAfterReset(resets));
  }

  async function settle(about: AuthRequest, client: Client, status: number | undefined): Promise<void> {
    const { guess: attempt, admitted } = about;
    if (attempt === undefined) return;
    const outcome = outcomeOf(about, status);
    await guesses.settle(attempt, outcome);
    if (outcome !== 'wrong') return;
    const account = attempt.account?.id ?? admitted?.account;
    // Nobody waits for it: the time of the answer must not reveal whether the address has an account.
    if (account !== undefined) deps.events.noted({ account, kind: 'log-in-failed', client });
    if (deps.logsFailedLogIns) deps.log.warn({ address: client.address, account }, 'Failed log-in');
  }

  function outcomeOf({ firstStep }: AuthRequest, status: number | undefined) {
    if (firstStep) return 'first-step';
    return status === 200 ? 'right' : status === 401 ? 'wrong' : 'undecided';
  }

  function resetOf(account: string) {
    const client = clientOf(tryGetCurrentAuthEndpointContext()?.headers);
    return { account, kind: 'password-reset', client } as const;
  }

  async function find(headers: Headers): Promise<PersonSession | undefined> {
    try {
      // Only the route get-session extends a session, since only there the new cookie reaches the browser.
      const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      if (found === null) return undefined;
      const { user, session } = found as typeof found & { session: SessionFields };
      deps.lastSeen.note({ account: user.id, sessionId: session.id, lastSeenAt: session.lastSeenAt ?? 0 });
      const isClosing = (await deps.closing.closesAt(user.id)) !== undefined;
      const known = { account: user.id, sessionId: session.id, confirmedAt: session.confirmedAt ?? 0 };
      return isClosing ? { ...known, isClosing } : known;
    } catch (error) {
      throw new KeepsakeError('unavailable', { cause: error });
    }
  }
}
