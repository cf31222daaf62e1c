import type { createAuthMiddleware } from 'better-auth/api';
import { admitPath } from './admit.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Ends the session that a browser had when it signs in again: it would stay valid, and nobody could end it. */
export async function endReplacedSession({ path, context, getSignedCookie }: Context): Promise<void> {
  if (!(path === '/sign-in/email' || path === admitPath) || !context.newSession) return;
  const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret);
  if (typeof token === 'string' && token !== '' && token !== context.newSession.session.token)
    await context.internalAdapter.deleteSession(token);
}
