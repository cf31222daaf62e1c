import type { BetterAuthOptions } from 'better-auth';
import { clientOf } from '../client-details.ts';
import type { AccountEvents } from './account-events.ts';

type Deps = {
  events: AccountEvents;
  /** Called after a session of the account ended. */
  onSessionEnd: (account: string) => void;
};

/** Records log-ins and log-outs when their rows are written, and tells that a session ended. */
export function eventHooks({ events, onSessionEnd }: Deps): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
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
