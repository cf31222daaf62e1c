import { createHash } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { maxGuesses, maxResetMails } from '#contract/limits.ts';
import { recordFailedLogIn } from './account-event-hooks.ts';
import type { AccountEvents } from './account-events.ts';
import type { Prehash } from './prehash.ts';
import type { AttemptRule, Attempts } from './rate-limits.ts';
import { endReplacedSession } from './replace-session.ts';

type Deps = { attempts: Attempts; signUp: 'open' | 'closed'; prehash: Prehash };

/** Limits attempts by account, wherever they come from, and prepares sign-ups. */
export function beforeRequest({ attempts, signUp, prehash }: Deps) {
  return createAuthMiddleware(async (context) => {
    const email = typeof context.body?.email === 'string' ? context.body.email.trim().toLowerCase() : undefined;
    // Text with a NUL cannot be stored by every database, and no one types one.
    if (JSON.stringify(context.body ?? null).includes('\\u0000')) throw authError('BAD_REQUEST', 'invalid-input');
    if (!isOwnPath(context.body?.redirectTo)) throw authError('FORBIDDEN', 'foreign-origin');
    if (email === undefined) return;
    if (context.path === '/sign-in/email') await take(attemptKey('sign-in', email), maxGuesses);
    if (context.path === '/request-password-reset') await take(attemptKey('reset', email), maxResetMails);
    if (context.path === '/sign-up/email') {
      if (signUp === 'closed') throw authError('FORBIDDEN', 'sign-up-closed');
      // Specification, section 8: a sign-up that fails says so. The library would respond as if it had succeeded.
      const existing = await context.context.internalAdapter.findUserByEmail(email);
      if (existing !== null) throw authError('UNPROCESSABLE_ENTITY', 'address-taken');
      if (typeof context.body.password === 'string') await prehash.prepare(context.body.password);
    }
  });

  async function take(key: string, rule: AttemptRule) {
    const waitMs = await attempts.take(key, rule);
    if (waitMs !== undefined)
      throw authError('TOO_MANY_REQUESTS', 'too-many-requests', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
  }
}

/** A hash, so that addresses without an account are not stored. */
function attemptKey(what: 'sign-in' | 'reset', email: string): string {
  return `${what}:${createHash('sha256').update(email).digest('base64url')}`;
}

/** Links in mails lead to paths of this server only. */
function isOwnPath(redirectTo: unknown): boolean {
  return redirectTo === undefined || (typeof redirectTo === 'string' && /^\/(?![/\\])/.test(redirectTo));
}

/** Resets the count of attempts after a successful sign-in, and ends the session that it replaces. */
export function afterRequest(attempts: Attempts, events: AccountEvents) {
  return createAuthMiddleware(async (request) => {
    const { path, context } = request;
    await endReplacedSession(request);
    recordFailedLogIn(events, request);
    const email = context.newSession?.user.email;
    if (path === '/sign-in/email' && email !== undefined) await attempts.forget(attemptKey('sign-in', email));
  });
}

/** An error with a code of the contract, for the library to throw. */
export function authError(
  status: ConstructorParameters<typeof APIError>[0],
  code: ErrorCode,
  headers: Record<string, string> = {},
): APIError {
  return new APIError(status, { code, message: errors[code].message }, headers);
}
