import { APIError, createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import { shownName } from '#contract/api/shown-name.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { emailAddress } from '#contract/records/people.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { AddressChanges } from '../address/address-changes.ts';
import type { DeviceAccount, DeviceCookies } from '../guesses/device-cookies.ts';
import type { Guesses } from '../guesses/guesses.ts';
import { passwordProblem } from '../passwords/password-rules.ts';
import type { SendResetLink } from '../passwords/reset-link.ts';
import type { Invitations } from '../people/invitations.ts';
import type { AuthRequest, AuthRequests } from './auth-request.ts';

type Deps = {
  guesses: Guesses;
  devices: DeviceCookies;
  invitations: Pick<Invitations, 'readFor'>;
  /** Whether anybody may sign up, without an invitation. */
  isSignUpOpen: () => Promise<boolean>;
  passwordLogIn: 'open' | 'closed';
  host: string;
  requests: AuthRequests;
  addresses: Pick<AddressChanges, 'isReserved'>;
  sendResetLink: SendResetLink;
};

/** Carries the token of an invitation at a sign-up. */
const invitationHeader = 'x-invitation';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the library answers to every request for a reset link. */
const resetAnswer = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** Limits calls and attempts, and prepares the passwords that are about to be stored. */
export function beforeRequest(deps: Deps) {
  const { guesses, devices, invitations, isSignUpOpen, passwordLogIn, host, requests, addresses, sendResetLink } = deps;
  return createAuthMiddleware(async (context) => {
    const request = requests.current();
    if (request === undefined || context.path === '/get-session') return undefined;
    if (passwordLogIn === 'closed' && isAboutPasswords(context.path))
      throw authError('FORBIDDEN', 'password-login-closed');
    const email = typeof context.body?.email === 'string' ? context.body.email.trim().toLowerCase() : undefined;
    // Text with a NUL cannot be stored by every database, and no one types one.
    if (JSON.stringify(context.body ?? null).includes('\\u0000')) throw authError('BAD_REQUEST', 'invalid-input');
    if (!isOwnPath(context.body?.redirectTo)) throw authError('FORBIDDEN', 'foreign-origin');
    if (context.path === '/sign-in/email' && email !== undefined) return await beginLogIn(context, request, email);
    permit(await guesses.call(context.path, request.address));
    if (context.path === '/sign-up/email' && email !== undefined) await prepareSignUp(context, request, email);
    if (context.path === '/reset-password') await prepareReset(context, request);
    if (context.path === '/request-password-reset' && isAddress(email)) {
      // Nobody can use up the mails of another person: the links that were sent keep working, and no answer differs.
      if ((await guesses.resetMail(email)) === undefined) void sendResetLink(email);
      return context.json(resetAnswer);
    }
    return undefined;
  });

  async function beginLogIn(context: Context, request: AuthRequest, email: string): Promise<void> {
    const account = await accountWith(context, email);
    const cookies = context.headers?.get('cookie') ?? null;
    const device = account && devices.deviceOf(cookies, account);
    const begun = await guesses.logIn(email, request.address, { account, device });
    if ('waitMs' in begun) return permit(begun.waitMs);
    request.guess = begun.guess;
    // By account, which may have any number of browsers.
    if (device !== undefined && account) request.sender = { ...request.sender, id: account.id, isKnown: true };
  }

  async function prepareSignUp(context: Context, request: AuthRequest, email: string): Promise<void> {
    const { password, name } = context.body;
    // The library takes one of any length.
    if (isAddress(email) && !emailAddress.safeParse(email).success) throw authError('BAD_REQUEST', 'email-invalid');
    // Who gives no name gives the address in its place.
    if (name !== context.body.email && !shownName.safeParse(name).success)
      throw authError('BAD_REQUEST', 'invalid-input');
    const token = context.headers?.get(invitationHeader) ?? null;
    // First: a link for one address tells nothing about others.
    if (token !== null) await thrownAsAuthError(() => invitations.readFor(email, token));
    else if (!(await isSignUpOpen())) throw authError('FORBIDDEN', 'sign-up-closed');
    // Specification, section 8: a sign-up that fails says so. The library would respond as if it had succeeded.
    const existing = await context.context.internalAdapter.findUserByEmail(email);
    if (existing !== null || (await addresses.isReserved(email)))
      throw authError('UNPROCESSABLE_ENTITY', 'address-taken');
    if (typeof password !== 'string') return;
    await requireGoodPassword(password, { email, host });
    await requests.prepare(password);
    if (token !== null) request.invitation = token;
  }

  /** Before the link is used up, which must not happen for a password that is then refused. */
  async function prepareReset(context: Context, request: AuthRequest): Promise<void> {
    const { internalAdapter } = context.context;
    const { newPassword, token = context.query?.['token'] } = context.body ?? {};
    if (typeof token !== 'string' || typeof newPassword !== 'string') return;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (link === null || link.expiresAt < new Date()) return;
    const user = await internalAdapter.findUserById(link.value);
    if (user === null) return;
    await requireGoodPassword(newPassword, { email: user.email, host });
    request.resets = { id: user.id, email: user.email, passwordHash: await requests.prepare(newPassword) };
  }
}

/** The account with a password that an address has. */
async function accountWith({ context }: Context, email: string): Promise<DeviceAccount | undefined> {
  const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const passwordHash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
  return found && passwordHash ? { id: found.user.id, email: found.user.email, passwordHash } : undefined;
}

async function requireGoodPassword(...about: Parameters<typeof passwordProblem>): Promise<void> {
  const problem = await passwordProblem(...about);
  if (problem !== undefined) throw authError('BAD_REQUEST', problem);
}

/** The library translates only errors of its own. */
export async function thrownAsAuthError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error;
    throw authError(errors[error.code].status as Parameters<typeof authError>[0], error.code);
  }
}

function permit(waitMs: number | undefined): void {
  if (waitMs === undefined) return;
  throw authError('TOO_MANY_REQUESTS', 'too-many-requests', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
}

/** Whether a call uses, sets or resets a password. */
function isAboutPasswords(path: string): boolean {
  return /^\/(sign-in\/email|sign-up\/email|request-password-reset|reset-password)(\/|$)/.test(path);
}

/** The library refuses what is none. */
function isAddress(email: string | undefined): email is string {
  return z.email().safeParse(email).success;
}

/** Links in mails lead to paths of this server only. */
function isOwnPath(redirectTo: unknown): boolean {
  return redirectTo === undefined || (typeof redirectTo === 'string' && /^\/(?![/\\])/.test(redirectTo));
}

/** An error with a code of the contract, for the library to throw. */
export function authError(
  status: ConstructorParameters<typeof APIError>[0],
  code: ErrorCode,
  headers: Record<string, string> = {},
): APIError {
  return new APIError(status, { code, message: errors[code].message }, headers);
}
