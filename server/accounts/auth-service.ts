import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { betterAuth } from 'better-auth';
import type { Transaction } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import { withoutTokens } from './auth-answers.ts';
import { translateAuthAnswer } from './auth-errors.ts';
import { type AuthOptionsDeps, authOptions } from './auth-options.ts';
import { migrateAuthTables } from './auth-tables.ts';
import { clientOf } from './client.ts';
import { createPrehash } from './prehash.ts';
import { createSessionCache } from './session-cache.ts';

type Deps = Omit<AuthOptionsDeps, 'prehash' | 'database'> & {
  database: OpenDatabase['forAuth'];
  /** Ends what a new password ends besides sessions and reset links, in the transaction that stores the password. */
  endAccess: (trx: Transaction<Tables>, account: string) => Promise<void>;
  /** Runs the work and returns the errors of the database that occurred, which the library may hide. */
  watchDatabase: (work: () => Promise<Response>) => Promise<{ result: Response; failures: unknown[] }>;
  storageCodeOf: (error: unknown) => ErrorCode | undefined;
};

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** The authentication service: better-auth with tables in the same database, cookie sessions, email and password. */
export async function createAuth(deps: Deps) {
  const prehash = createPrehash();
  const sessions = createSessionCache();
  const options = authOptions({ ...deps, prehash });
  await migrateAuthTables(deps.database);
  const adapter = await createAuthAdapter({
    forAuth: deps.database,
    options,
    isReset: () => tryGetCurrentAuthEndpointContext()?.path === '/reset-password',
    async endAccess(trx, account) {
      await deps.endAccess(trx, account);
      await deps.events.record(resetOf(account), trx);
    },
    onReset(account) {
      deps.onSessionEnd(account);
      deps.events.tell(resetOf(account)).catch((error: unknown) => {
        deps.log.error({ err: error }, 'A mail about an account could not be sent');
      });
    },
  });
  const auth = betterAuth({ ...options, database: () => adapter });
  return {
    async handler(request: Request): Promise<Response> {
      try {
        const { result, failures } = await deps.watchDatabase(() => prehash.run(() => auth.handler(request)));
        const storageFailure = failures.find((failure) => deps.storageCodeOf(failure) !== undefined);
        if (result.status >= 400 && storageFailure !== undefined) throw storageFailure;
        return await withoutTokens(await translateAuthAnswer(result, failures));
      } finally {
        if (request.method !== 'GET') sessions.forget();
      }
    },
    /** To be called when a session or an app password may have ended elsewhere. */
    forgetSessions: sessions.forget,
    /** Increases whenever a session or an app password may have ended, as far as this node knows. */
    endings: sessions.endings,
    /** Whether the request's session was valid a moment ago: less than `cachedMs`, and none has ended meanwhile. */
    isKnown(headers: Headers): boolean {
      const cookie = headers.get('cookie');
      return cookie !== null && sessions.isKnown(cookie);
    },
    /** The id of the account of the request's session, if it has one that has not ended. */
    async accountOf(headers: Headers): Promise<string | undefined> {
      const cookie = headers.get('cookie');
      return cookie === null ? undefined : await sessions.accountOf(cookie, () => findAccount(headers));
    },
  };

  function resetOf(account: string) {
    const client = clientOf(tryGetCurrentAuthEndpointContext()?.headers);
    return { account, kind: 'password-reset', client } as const;
  }

  async function findAccount(headers: Headers): Promise<string | undefined> {
    try {
      // Only the route get-session extends a session, since only there the new cookie reaches the browser.
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return session?.user.id;
    } catch (error) {
      throw new KeepsakeError('unavailable', { cause: error });
    }
  }
}
