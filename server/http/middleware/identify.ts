import { createHash, timingSafeEqual } from 'node:crypto';
import { accountHeader, appCheckHeader } from '#contract/storage.ts';
import type { AppPasswords } from '#server/accounts/app-passwords.ts';
import type { Auth } from '#server/accounts/auth/auth-service.ts';
import type { Principal } from '#server/accounts/principal.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { bearerToken } from './bearer.ts';

/**
 * Identifies the sender of a request: a program by its bearer token, otherwise a person by their session. Throws
 * unauthenticated without either, and when the request names the account of somebody else: the browser may have logged in
 * another person since the page was opened. Throws unauthorized-app if a program does not send the key that the operator set.
 */
export type Identify = (headers: Headers) => Promise<Principal>;

type Deps = {
  auth: Auth;
  appPasswords: AppPasswords;
  /** The key that programs must send with their token; undefined if the operator set none. */
  appCheckKey: string | undefined;
};

export function createIdentify({ auth, appPasswords, appCheckKey }: Deps): Identify {
  return async (headers) => {
    const principal = await find(headers);
    const meantFor = headers.get(accountHeader) ?? principal?.account;
    if (principal === undefined || principal.account !== meantFor) throw new KeepsakeError('unauthenticated');
    return principal;
  };

  async function find(headers: Headers): Promise<Principal | undefined> {
    const token = bearerToken(headers);
    if (token !== undefined) {
      checkApp(headers);
      return await appPasswords.open(token);
    }
    const session = await auth.sessionOf(headers);
    return session && { kind: 'person', ...session };
  }

  function checkApp(headers: Headers): void {
    if (appCheckKey !== undefined && !isSame(headers.get(appCheckHeader) ?? '', appCheckKey))
      throw new KeepsakeError('unauthorized-app');
  }
}

/** Compares in constant time, which reveals nothing of the secret, not even its length. */
function isSame(sent: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(secret));
}
