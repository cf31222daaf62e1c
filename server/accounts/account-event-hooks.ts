import type { BetterAuthOptions } from 'better-auth';
import { type createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { AccountEvents } from './account-events.ts';
import { clientOf } from './client.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

type Deps = {
  events: AccountEvents;
  /** Called after a session of the account ended. */
  onSessionEnd: (account: string) => void;
};

/** Records sign-ups, log-ins and log-outs when their rows are written, and tells that a session ended. */
export function eventHooks({ events, onSessionEnd }: Deps): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        after: ({ id }, context) =>
          events.happened({ account: id, kind: 'sign-up', client: clientOf(context?.headers) }),
      },
    },
    session: {
      create: {
        after: ({ userId }, context) => events.loggedIn(userId, clientOf(context?.headers)),
      },
      delete: {
        after: async ({ userId }, context) => {
          onSessionEnd(userId);
          if (context?.path === '/sign-out')
            await events.happened({ account: userId, kind: 'log-out', client: clientOf(context.headers) });
        },
      },
    },
  };
}

/**
 * Records a log-in that failed, if the address has an account. Nobody waits for it, since the time of the answer must not
 * reveal whether it has one.
 */
export function recordFailedLogIn(events: AccountEvents, { path, body, headers, context }: Context): void {
  const { returned } = context;
  if (path !== '/sign-in/email' || !isAPIError(returned) || returned.statusCode !== 401) return;
  const client = clientOf(headers);
  context.internalAdapter.findUserByEmail(String(body?.email)).then(
    async (found) => {
      if (found) await events.happened({ account: found.user.id, kind: 'log-in-failed', client });
    },
    // The database does not answer: the request that comes next says so.
    () => {},
  );
}
