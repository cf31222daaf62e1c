import type { BetterAuthOptions } from 'better-auth';
import { clientOf } from '../client-details.ts';
import type { AccountEvents } from './account-events.ts';

type Deps = {
  events: AccountEvents;
  /** Called after a session of the account ended. */
  onSessionEnd: (account: string) => void;
  /** Called after the row of a new account was written, perhaps within a transaction. */
  onSignUp: (account: string) => void;
};

/** Records sign-ups, log-ins and log-outs when their rows are written, and tells that a session ended. */
export function eventHooks({ events, onSessionEnd, onSignUp }: Deps): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        after: ({ id }, context) => {
          onSignUp(id);
          return events.happened({ account: id, kind: 'sign-up', client: clientOf(context?.headers) });
        },
      },
    },
    session: {
      create: {
        after: ({ userId }, context) =>
          events.happened({ account: userId, kind: 'log-in', client: clientOf(context?.headers) }),
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
