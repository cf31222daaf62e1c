import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { authError } from './auth-hooks.ts';
import type { AuthRequests } from './auth-request.ts';

/** Not among the paths of the contract, so the router answers nobody there: only the server itself calls it. */
export const admitPath = '/admit';

/**
 * Begins a session, with its cookie, for the account that the request was admitted to (`AuthRequest.admitted`): by something
 * other than a password, which the caller has checked.
 */
export function admitPlugin(requests: AuthRequests) {
  return {
    id: 'admit',
    endpoints: {
      admit: createAuthEndpoint(admitPath, { method: 'POST' }, async (context) => {
        const account = requests.current()?.admitted?.account;
        const user = account === undefined ? null : await context.context.internalAdapter.findUserById(account);
        if (user === null) throw authError('UNAUTHORIZED', 'wrong-credentials');
        const session = await context.context.internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ user: { id: user.id, email: user.email } });
      }),
    },
  } satisfies BetterAuthPlugin;
}
