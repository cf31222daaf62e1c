import type { createAuthMiddleware } from 'better-auth/api';
import type { SessionLife, SessionTimes } from '../session-life.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Two ends that are this close are one, in milliseconds. */
const slackMs = 60 * 1000;

/**
 * Lets a session and its cookie last until the session has to end, where they would end before: an older version began it, or
 * the setting was another one. Only a page asks for its session at this path, so the cookie reaches the browser.
 */
export async function renewSession(context: Context, life: SessionLife, now: number): Promise<void> {
  if (context.path !== '/get-session' || context.query?.disableRefresh) return;
  const found = context.context.session as { session: SessionTimes & { token: string } } | null;
  if (!found) return;
  const { session } = found;
  const end = life.endOf(session);
  if (new Date(session.expiresAt).getTime() >= end - slackMs) return;
  const { internalAdapter, authCookies, secret } = context.context;
  // A session that the browser was asked to forget when it is closed.
  if (await context.getSignedCookie(authCookies.dontRememberToken.name, secret)) return;
  await internalAdapter.updateSession(session.token, { expiresAt: new Date(end) });
  const maxAge = Math.floor((end - now) / 1000);
  await context.setSignedCookie(authCookies.sessionToken.name, session.token, secret, {
    ...authCookies.sessionToken.attributes,
    maxAge,
  });
}
